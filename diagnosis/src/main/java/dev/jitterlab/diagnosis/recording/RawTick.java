package dev.jitterlab.diagnosis.recording;

import dev.jitterlab.diagnosis.timeline.TimedWork;
import jdk.jfr.EventType;
import jdk.jfr.consumer.RecordedEvent;

/**
 * A {@code jitterlab.Tick} as its event has it. Its schedule, start and end are times of {@link
 * System#nanoTime}; the event's own start, which is on the recording's clock, was read right after
 * the tick's.
 *
 * @param recordedNs the event's start, in nanoseconds since the epoch
 */
record RawTick(
    String task,
    long index,
    long thread,
    long recordedNs,
    long scheduled,
    long started,
    long finished,
    boolean late,
    long runQueueNs,
    long cpuNs,
    long executionRunQueueNs) {
  /**
   * Which of the younger fields an event type has: asked once, since there may be millions of
   * ticks.
   */
  record Spans(boolean runQueue, boolean cpu, boolean executionRunQueue) {
    static Spans of(EventType type) {
      return new Spans(
          type.getField("runQueueDelay") != null,
          type.getField("cpu") != null,
          type.getField("executionRunQueueDelay") != null);
    }
  }

  static RawTick of(RecordedEvent event, String task, long thread, Spans spans) {
    return new RawTick(
        task,
        event.getLong("index"),
        thread,
        EventTime.startNs(event),
        event.getLong("scheduled"),
        event.getLong("started"),
        event.getLong("finished"),
        event.getBoolean("late"),
        spans.runQueue() ? known(event, "runQueueDelay") : TimedWork.NOT_READ,
        spans.cpu() ? known(event, "cpu") : TimedWork.NOT_READ,
        spans.executionRunQueue() ? known(event, "executionRunQueueDelay") : TimedWork.NOT_READ);
  }

  /** Absent spans have the least value there is. */
  static long span(RecordedEvent event, String field) {
    return event.hasField(field) ? known(event, field) : TimedWork.NOT_READ;
  }

  private static long known(RecordedEvent event, String field) {
    long value = event.getLong(field);
    return value < 0 ? TimedWork.NOT_READ : value;
  }

  /** What is to be added to its times to be on the recording's clock, as far as it knows. */
  long offsetNs() {
    return recordedNs - started;
  }

  TimedWork on(long offsetNs) {
    return new TimedWork(
        TimedWork.Kind.TICK,
        task,
        index,
        thread,
        scheduled + offsetNs,
        started + offsetNs,
        Math.max(started, finished) + offsetNs,
        late,
        runQueueNs,
        cpuNs,
        executionRunQueueNs);
  }
}
