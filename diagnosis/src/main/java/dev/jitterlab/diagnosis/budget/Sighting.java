package dev.jitterlab.diagnosis.budget;

import dev.jitterlab.diagnosis.timeline.JvmTimeline;
import dev.jitterlab.diagnosis.timeline.ProcessReading;
import dev.jitterlab.diagnosis.timeline.Stretch;

/**
 * What shows a cause: where the reader finds it in the recording or log. Immutable.
 *
 * @param atNs when it began, in nanoseconds since the epoch
 * @param durationNs how long it took; 0 if it has no length
 * @param thread the thread's name
 * @param event the event's name, or the log
 * @param what details
 */
public record Sighting(long atNs, long durationNs, String thread, String event, String what) {
  /** What a stretch shows. */
  static Sighting of(Stretch one, JvmTimeline timeline) {
    return new Sighting(
        one.startNs(), one.durationNs(), timeline.thread(one.thread()), one.event(), one.what());
  }

  /** What the operating system did meanwhile. */
  static Sighting of(ProcessReading one, String what) {
    return new Sighting(one.fromNs(), one.durationNs(), "all threads", "jitterlab.Process", what);
  }
}
