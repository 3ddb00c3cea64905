package dev.jitterlab.arrivals;

import java.util.regex.Pattern;

/**
 * What some events of Flight Recorder show, where the name of the event alone does not say it. The
 * diagnosis of a recording and the agent, which divides late time while its server runs, both ask
 * here: a cause has the same name in {@code causes.json} and in Prometheus. Stateless.
 */
public final class FlightEvents {
  private static final Pattern OF_COLLECTOR =
      Pattern.compile(
          "(G1|Z|X)(Collect|Pause|Mark|Relocate|Concurrent|Operation|TryInit|Verify).*"
              + "|(Parallel|Serial)(GC|Collect|Full).*"
              + "|(Gen|CMS)Collect.*|CGC_Operation|CollectFor.*|Shenandoah.*|CMS_.*");

  /** The lock of jitterlab-lock, whose waiters are parked on its queue. */
  private static final String OWN_LOCK = "dev.jitterlab.lock.";

  private FlightEvents() {}

  /**
   * Returns whether a VM operation is part of a garbage collection. The log of safepoints has the
   * same names.
   *
   * @param operation such as {@code G1CollectForAllocation}
   */
  public static boolean isCollection(String operation) {
    return OF_COLLECTOR.matcher(operation).matches();
  }

  /**
   * Returns whether a thread that was parked waited for a lock, and not for a signal.
   *
   * @param blocker the class of what it was parked on, as {@code jdk.ThreadPark} has it; empty if
   *     the event has none
   */
  public static boolean isLock(String blocker) {
    return (blocker.startsWith("java.util.concurrent.locks.") || blocker.startsWith(OWN_LOCK))
        && !blocker.endsWith("ConditionObject");
  }

  /**
   * Returns whether a file is on a device that its reader may wait for. The kernel's own tables are
   * not: what they take is computing, or no CPU.
   *
   * @param path the file's; empty if the event has none
   */
  public static boolean isOfDevice(String path) {
    return !path.startsWith("/proc/") && !path.startsWith("/sys/");
  }
}
