package dev.jitterlab.diagnosis.recording;

import java.time.Instant;
import jdk.jfr.consumer.RecordedEvent;

/** The times of an event, in nanoseconds since the epoch. */
final class EventTime {
  private static final long SECOND = 1_000_000_000;

  private EventTime() {}

  static long startNs(RecordedEvent event) {
    return nanos(event.getStartTime());
  }

  static long endNs(RecordedEvent event) {
    return nanos(event.getEndTime());
  }

  static long nanos(Instant time) {
    return time.getEpochSecond() * SECOND + time.getNano();
  }
}
