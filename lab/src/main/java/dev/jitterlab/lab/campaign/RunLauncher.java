package dev.jitterlab.lab.campaign;

import java.nio.file.Path;

/** How a campaign starts one run and waits for its end. For one thread. */
public interface RunLauncher {
  /**
   * Measures an experiment.
   *
   * @param directory where the run goes; does not exist yet
   * @return the exit status of {@code jitterlab run}
   */
  int run(Path experiment, Path directory) throws InterruptedException;

  /**
   * Goes on with a run that was interrupted, or summarises it if it only lacks that.
   *
   * @return the exit status of {@code jitterlab resume}: {@link
   *     dev.jitterlab.lab.ExitCode#WRONG_EXPERIMENT} if it can never go on, {@link
   *     dev.jitterlab.lab.ExitCode#NOT_NOW} if it cannot at present
   */
  int resume(Path directory) throws InterruptedException;

  /**
   * Returns how long a run of an experiment takes, as it is planned; 0 if nobody knows.
   *
   * @throws dev.jitterlab.lab.LabException if the experiment is wrong
   */
  default double estimateSeconds(Path experiment) {
    return 0;
  }
}
