package dev.jitterlab.arrivals;

import java.util.regex.Pattern;
import jdk.jfr.consumer.RecordedFrame;
import jdk.jfr.consumer.RecordedMethod;
import jdk.jfr.consumer.RecordedStackTrace;

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

  /** The queue that the locks of java.util.concurrent, and those of others, extend. */
  private static final String QUEUE = "java.util.concurrent.locks.AbstractQueued";

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
   * Returns whether a thread that was parked waited for a lock, and not for a signal. It did so in
   * the queue of a lock of the JDK. A class of somebody else that extends the JDK's queue counts as
   * a lock, too, as it does in virtual threads; only the stack shows that.
   *
   * @param blocker the class of what it was parked on, as {@code jdk.ThreadPark} has it; empty if
   *     the event has none
   * @param stack where it was parked; null if the event has none
   */
  public static boolean isLock(String blocker, RecordedStackTrace stack) {
    if (blocker.isEmpty() || blocker.endsWith("ConditionObject")) {
      return false;
    }
    if (isOfJdk(blocker)) {
      return blocker.startsWith("java.util.concurrent.locks.");
    }
    return blocker.startsWith(OWN_LOCK) || (stack != null && isInQueue(stack));
  }

  /** Whether it was the JDK's queue that parked the thread, and not the program's own code. */
  private static boolean isInQueue(RecordedStackTrace stack) {
    for (RecordedFrame frame : stack.getFrames()) {
      RecordedMethod method = frame.getMethod();
      String type = method == null ? "" : method.getType().getName();
      if (type.startsWith(QUEUE)) {
        return true;
      }
      if (!isOfJdk(type)) {
        return false;
      }
    }
    return false;
  }

  private static boolean isOfJdk(String type) {
    return type.startsWith("java.") || type.startsWith("jdk.") || type.startsWith("sun.");
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
