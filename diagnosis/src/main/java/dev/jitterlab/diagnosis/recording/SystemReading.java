package dev.jitterlab.diagnosis.recording;

import dev.jitterlab.diagnosis.timeline.ProcessReading;
import jdk.jfr.consumer.RecordedEvent;

/** Reads a {@code jitterlab.Process}. */
final class SystemReading {
  private SystemReading() {}

  static ProcessReading of(RecordedEvent event) {
    long to = EventTime.endNs(event);
    return new ProcessReading(
        to - Math.max(0, number(event, "since")),
        to,
        Math.max(0, number(event, "overslept")),
        number(event, "runQueueDelay"),
        number(event, "steal"),
        number(event, "busy"),
        number(event, "cpu"),
        number(event, "cpus"),
        number(event, "majorFaults"),
        number(event, "throttled"));
  }

  /** Absent figures have the least value there is. */
  private static long number(RecordedEvent event, String field) {
    long value = event.hasField(field) ? event.getLong(field) : ProcessReading.NOT_READ;
    return value < 0 ? ProcessReading.NOT_READ : value;
  }
}
