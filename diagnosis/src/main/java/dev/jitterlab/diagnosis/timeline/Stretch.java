package dev.jitterlab.diagnosis.timeline;

import java.util.List;

/**
 * A stretch of time in which a cause was at work. Immutable.
 *
 * @param cause what it was
 * @param startNs its start, in nanoseconds since the epoch
 * @param endNs its end, likewise
 * @param thread the thread that waited; {@link JvmTimeline#ALL_THREADS} if all did
 * @param event the event that shows it: a name of Flight Recorder's, or the log it stands in
 * @param what details for the reader, such as the name of the collection or the lock's holder
 * @param lock which lock of its class was waited for: the address of its monitor, which is not
 *     shown; {@link #UNKNOWN_LOCK} where that is not known, or no lock was waited for
 */
public record Stretch(
    Cause cause, long startNs, long endNs, long thread, String event, String what, long lock) {
  /** Of a wait that may be for any lock of its class. */
  public static final long UNKNOWN_LOCK = 0;

  /** One that names no lock. */
  public Stretch(Cause cause, long startNs, long endNs, long thread, String event, String what) {
    this(cause, startNs, endNs, thread, event, what, UNKNOWN_LOCK);
  }

  /**
   * Whether an event is not the cause itself, but what the JVM did around it: the operation at a
   * safepoint that collects garbage.
   */
  public static boolean isAround(Cause cause, String event) {
    return cause == Cause.GC_PAUSE && event.equals("jdk.ExecuteVMOperation");
  }

  /** How much of a window is covered by stretches in order of their start; overlaps count once. */
  public static long coveredNs(List<Stretch> inOrder, long fromNs, long toNs) {
    long covered = 0;
    long until = fromNs;
    for (Stretch one : inOrder) {
      long end = Math.min(toNs, one.endNs());
      covered += Math.max(0, end - Math.max(until, one.startNs()));
      until = Math.max(until, end);
    }
    return covered;
  }

  /** Its length. */
  public long durationNs() {
    return endNs - startNs;
  }
}
