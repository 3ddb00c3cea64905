package dev.jitterlab.lab.execution;

import dev.jitterlab.lab.Tool;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Another program that keeps all CPUs busy for a short time.
 *
 * <p>It has real-time priority if the machine allows that. At the priority of a server it would
 * hardly disturb one that sleeps most of the time: Linux lets such a thread run as soon as it wakes
 * up.
 *
 * <p>Its processes end by themselves, also if the lab is killed: they have used up the CPU time
 * that they may have by then.
 */
final class BusyNeighbour {
  private static final Duration TRIAL_LIMIT = Duration.ofSeconds(5);
  private static final List<String> BUSY = List.of("chrt", "--fifo", "1");

  /** Else it could not end what keeps the CPUs busy. */
  private static final List<String> AHEAD = List.of("chrt", "--fifo", "2");

  /** It is told in milliseconds, and timeout(1) takes 0 for no limit. */
  private static final double LEAST_SECONDS = 0.001;

  /** The status of timeout(1) if it ended the program. */
  private static final int TIME_IS_OVER = 124;

  private final boolean isRealTime;

  BusyNeighbour(boolean isRealTime) {
    this.isRealTime = isRealTime;
  }

  /** On this machine: tries out which priority it may have. */
  static BusyNeighbour here() {
    List<String> trial = new ArrayList<>(AHEAD);
    trial.add("true");
    try {
      return new BusyNeighbour(Tool.run(trial, System.getenv(), TRIAL_LIMIT).succeeded());
    } catch (IOException e) { // there is no chrt
      return new BusyNeighbour(false);
    }
  }

  /** Whether it comes before all servers that have no real-time priority. */
  boolean isRealTime() {
    return isRealTime;
  }

  /**
   * Keeps all CPUs busy.
   *
   * @throws IOException if the program cannot be started, or ended before its time
   */
  void keepBusy(long ns) throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder(command(ns))
            .redirectInput(Tool.NOTHING)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    try {
      int status = process.waitFor();
      if (status != TIME_IS_OVER) {
        throw new IOException(
            "the busy neighbour ended before its time, with status "
                + status
                + "; it needs timeout and seq (Debian: apt-get install coreutils)");
      }
    } finally {
      process.destroy(); // timeout passes it on
    }
  }

  private List<String> command(long ns) {
    double seconds = Math.max(LEAST_SECONDS, ns / 1e9);
    List<String> command = new ArrayList<>(isRealTime ? AHEAD : List.of());
    command.addAll(List.of("timeout", String.format(Locale.ROOT, "%.3f", seconds)));
    command.addAll(isRealTime ? BUSY : List.of());
    command.addAll(
        List.of(
            "sh",
            "-c",
            String.format(
                Locale.ROOT,
                "ulimit -t %d; for i in $(seq %d); do (while :; do :; done) & done; wait",
                (long) Math.ceil(seconds) + 1,
                Runtime.getRuntime().availableProcessors())));
    return command;
  }
}
