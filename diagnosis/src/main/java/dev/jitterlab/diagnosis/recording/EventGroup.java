package dev.jitterlab.diagnosis.recording;

import java.util.Map;
import java.util.function.Consumer;
import jdk.jfr.consumer.RecordedEvent;

/** Events that are read together, since they are about one thing. Not thread-safe. */
interface EventGroup {
  /** Adds a reader for each of its events, by the event's name. */
  void register(Map<String, Consumer<RecordedEvent>> readers);

  /** Adds to the timeline what only all events together say. */
  default void finish() {}
}
