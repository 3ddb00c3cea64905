package dev.jitterlab.lab.host;

import java.util.List;
import java.util.Map;

/**
 * What a process has used since its start. Immutable.
 *
 * @param cpuSeconds of all its threads, also of those that have ended; in steps of 10 ms
 * @param threads by thread id, those that live
 */
public record ProcessUsage(double cpuSeconds, Map<String, OfThread> threads) {
  private static final OfThread NOTHING = new OfThread("", 0, 0, 0);

  /** Takes the figures as they are. */
  public ProcessUsage {
    threads = Map.copyOf(threads);
  }

  /**
   * What one thread has used.
   *
   * @param name as the kernel has it: at most 15 characters
   * @param cpuSeconds 0 where the kernel does not tell, as for the next
   * @param waitedSeconds how long it could have run and had no CPU
   * @param contextSwitches voluntary and involuntary together
   */
  public record OfThread(
      String name, double cpuSeconds, double waitedSeconds, long contextSwitches) {
    private OfThread since(OfThread earlier) {
      return new OfThread(
          name,
          cpuSeconds - earlier.cpuSeconds,
          waitedSeconds - earlier.waitedSeconds,
          contextSwitches - earlier.contextSwitches);
    }
  }

  /** The CPU time used since then. */
  public double cpuSecondsSince(ProcessUsage earlier) {
    return cpuSeconds - earlier.cpuSeconds;
  }

  /** The context switches since then of the threads that live now. */
  public long contextSwitchesSince(ProcessUsage earlier) {
    return threadsSince(earlier).stream().mapToLong(OfThread::contextSwitches).sum();
  }

  /** What the threads that live now have used since then. */
  public List<OfThread> threadsSince(ProcessUsage earlier) {
    return threads.entrySet().stream()
        .map(one -> one.getValue().since(earlier.threads.getOrDefault(one.getKey(), NOTHING)))
        .toList();
  }
}
