package dev.jitterlab.diagnosis.budget;

import dev.jitterlab.diagnosis.timeline.JvmTimeline;
import dev.jitterlab.diagnosis.timeline.ProcessReading;
import dev.jitterlab.diagnosis.timeline.Stretch;
import java.util.Objects;
import java.util.function.Supplier;

/**
 * What shows a cause: where the reader finds it in the recording or log. Immutable.
 *
 * @param atNs when it began, in nanoseconds since the epoch
 * @param durationNs how long it took; 0 if it has no length
 * @param thread the thread's name
 * @param event the event's name, or the log
 * @param details what else there is to say; it is put into words only for a reader, since of
 *     100,000s of late ticks a few thousand are listed
 * @param lock as in {@link Stretch}
 */
public record Sighting(
    long atNs, long durationNs, String thread, String event, Supplier<String> details, long lock) {
  /** Of no lock. */
  public Sighting(
      long atNs, long durationNs, String thread, String event, Supplier<String> details) {
    this(atNs, durationNs, thread, event, details, Stretch.UNKNOWN_LOCK);
  }

  /** With details in words already. */
  public Sighting(long atNs, long durationNs, String thread, String event, String what) {
    this(atNs, durationNs, thread, event, () -> what);
  }

  /** The details in words. */
  public String what() {
    return details.get();
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Sighting that
        && atNs == that.atNs
        && durationNs == that.durationNs
        && thread.equals(that.thread)
        && event.equals(that.event)
        && lock == that.lock
        && what().equals(that.what());
  }

  @Override
  public int hashCode() {
    return Objects.hash(atNs, durationNs, thread, event, lock);
  }

  /** What a stretch shows. */
  public static Sighting of(Stretch one, JvmTimeline timeline) {
    String what = one.what();
    return new Sighting(
        one.startNs(),
        one.durationNs(),
        timeline.thread(one.thread()),
        one.event(),
        () -> what,
        one.lock());
  }

  /** What the operating system did meanwhile. */
  static Sighting of(ProcessReading one, String what) {
    return new Sighting(one.fromNs(), one.durationNs(), "all threads", "jitterlab.Process", what);
  }
}
