package dev.jitterlab.bench;

import dev.jitterlab.lab.host.LabProcess;
import dev.jitterlab.lab.host.Processes;
import java.nio.file.Path;
import java.util.List;

/** stress-ng on all cores, for as long as a stressed scenario's cells run. */
record AllCoreStress(Path program, int cores) {
  /** By how much its own time limit is above what the cells should take. */
  private static final int LIMIT_FACTOR = 3;

  private static final int LIMIT_MARGIN_SECONDS = 60;

  /** Until every one of its processes computes. */
  private static final double START_SECONDS = 0.3;

  /** Starts it; the caller ends it, or it ends itself long after {@code seconds}. */
  LabProcess start(String id, int round, Path folder, double seconds, Processes processes)
      throws InterruptedException {
    long limitSeconds = LIMIT_MARGIN_SECONDS + LIMIT_FACTOR * Math.round(seconds);
    LabProcess process =
        processes.start(
            id,
            round,
            List.of(program.toString(), "--cpu", "" + cores, "--timeout", limitSeconds + "s"),
            folder);
    processes.watch(START_SECONDS, () -> {});
    return process;
  }
}
