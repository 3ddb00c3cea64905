package dev.jitterlab.periodic;

import dev.jitterlab.tick.ExternalTask;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * rt-tests' cyclictest, one thread: the control of Tinetti's paper. It prints every latency, in
 * nanoseconds.
 *
 * <p>{@code --default-system} keeps it from holding all cores out of their sleep states, which
 * nobody else here does.
 */
final class Cyclictest implements Predicate<String> {
  private static final Pattern LATENCY = Pattern.compile("\\s*0:\\s*(\\d+):\\s*(-?\\d+)");

  private final ExternalTask task;
  private final long intervalNs;
  private long scheduledNs;
  private long nextCycle;

  /**
   * Creates a reader of its lines, {@code thread:cycle:latency}, that tells the task of them.
   *
   * @param intervalNs between two wake-ups
   */
  Cyclictest(ExternalTask task, long intervalNs) {
    this.task = task;
    this.intervalNs = intervalNs;
  }

  /**
   * Returns the command line.
   *
   * @param fifo the SCHED_FIFO priority; null for none
   */
  static List<String> command(long intervalNs, Integer fifo) {
    List<String> command =
        new ArrayList<>(
            List.of(
                "cyclictest",
                "--quiet",
                "--default-system",
                "--verbose",
                "--nsecs",
                "--interval=" + TimeUnit.NANOSECONDS.toMicros(intervalNs)));
    if (fifo == null) {
      command.add("--policy=other");
    } else {
      command.addAll(List.of("--policy=fifo", "--priority=" + fifo, "--mlockall"));
    }
    return command;
  }

  /**
   * Takes in a line. Its latency gives the start; when the next wake-up was due is known too: an
   * interval later, or, where that was over already, as many later as lie before the end.
   */
  @Override
  public boolean test(String line) {
    Matcher latency = LATENCY.matcher(line);
    if (!latency.matches()) {
      return false;
    }
    long cycle = Long.parseLong(latency.group(1));
    long lateNs = Long.parseLong(latency.group(2));
    scheduledNs += Math.max(0, cycle - nextCycle) * intervalNs; // what it could not print in time
    nextCycle = cycle + 1;
    task.ticked(scheduledNs, scheduledNs + lateNs, scheduledNs + lateNs);
    scheduledNs += intervalNs * Math.max(1, -Math.floorDiv(-lateNs, intervalNs));
    return true;
  }
}
