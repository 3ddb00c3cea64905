package dev.jitterlab.lab.host;

import java.util.Map;

/**
 * What a process has used since its start. Immutable.
 *
 * @param cpuSeconds of all its threads, also of those that have ended; in steps of 10 ms
 * @param contextSwitches by thread id, voluntary and involuntary together; living threads only
 */
public record ProcessUsage(double cpuSeconds, Map<String, Long> contextSwitches) {
  /** Takes the figures as they are. */
  public ProcessUsage {
    contextSwitches = Map.copyOf(contextSwitches);
  }

  /** The CPU time used since then. */
  public double cpuSecondsSince(ProcessUsage earlier) {
    return cpuSeconds - earlier.cpuSeconds;
  }

  /** The context switches since then of the threads that live now. */
  public long contextSwitchesSince(ProcessUsage earlier) {
    return contextSwitches.entrySet().stream()
        .mapToLong(
            thread -> thread.getValue() - earlier.contextSwitches.getOrDefault(thread.getKey(), 0L))
        .sum();
  }
}
