package dev.jitterlab.lab.plan;

import dev.jitterlab.lab.run.RunDirectory;
import dev.jitterlab.lab.run.TrialLook;

/**
 * Decides between two blocks whether a trial that ends when it is decided is decided. Asked by
 * {@code execution}, and implemented by what makes the summary, so that a look and the summary
 * agree.
 */
public interface TrialJudge {
  /** For trials with a fixed number of instances, which nobody looks at before their end. */
  TrialJudge NONE =
      (_, _, _, _) -> {
        throw new IllegalStateException("nobody was named who looks at the trial");
      };

  /**
   * Looks at the finished blocks; called while nothing is measured.
   *
   * @param directory the run, with the samples of all finished blocks in its database
   * @param plan what of the plan can run on this machine
   * @param block the number of the last finished block
   * @param rounds how many rounds have finished, one instance of every group each
   * @throws dev.jitterlab.lab.LabException if a file is damaged
   */
  TrialLook look(RunDirectory directory, Plan plan, int block, int rounds);
}
