package dev.jitterlab.lab.execution;

import dev.jitterlab.lab.Time;
import dev.jitterlab.lab.host.Host;
import dev.jitterlab.lab.plan.Plan;
import dev.jitterlab.lab.progress.Progress;
import dev.jitterlab.lab.run.Environment;
import java.io.IOException;
import java.util.List;

/** How an execution comes to a run directory that is ready for its blocks. For one thread. */
sealed interface Start extends AutoCloseable permits FreshStart, InterruptedRun {
  /**
   * Before anything is started, and without changing anything: whether it may begin.
   *
   * @param host where it is to go on
   * @throws dev.jitterlab.lab.LabException if it may not
   */
  void require(Host host) throws IOException, InterruptedException;

  /** What is to be measured, in order. */
  List<Plan.Block> blocks();

  /**
   * Makes the directory ready.
   *
   * @param environment the machine as it is now
   * @param progress is told what the user should know first
   * @throws dev.jitterlab.lab.LabException if it may not begin after all
   */
  RunLog begin(Environment environment, Progress progress, Time time) throws IOException;

  /** Gives the directory back. */
  @Override
  void close() throws IOException;
}
