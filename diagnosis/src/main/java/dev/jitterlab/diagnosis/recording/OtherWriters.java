package dev.jitterlab.diagnosis.recording;

import dev.jitterlab.diagnosis.timeline.TimelineBuilder;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import jdk.jfr.consumer.RecordedEvent;

/**
 * What other programs than the JVM write into recordings. async-profiler has events of its own, and
 * some that are called as the JDK's and have fewer fields. An event that lacks a field is left out
 * and counted; the others are read. Not thread-safe.
 */
final class OtherWriters {
  private static final String ASYNC_PROFILER = "profiler.";
  private static final Set<String> WORK = Set.of("jitterlab.Tick", "jitterlab.Request");

  private final TimelineBuilder timeline;
  private final Set<String> notRead = new TreeSet<>();

  /** How many events of a type were left out. */
  private final Map<String, Long> lacking = new TreeMap<>();

  /** Why the first of them was. */
  private final Map<String, String> whys = new HashMap<>();

  OtherWriters(TimelineBuilder timeline) {
    this.timeline = timeline;
  }

  /** Notes an event that nobody reads. */
  void notRead(String event) {
    if (event.startsWith(ASYNC_PROFILER)) {
      notRead.add(event);
    }
  }

  /** Reads an event, or leaves it out if its writer gave it no such field. */
  void read(RecordedEvent event, Consumer<RecordedEvent> reader) {
    try {
      reader.accept(event);
    } catch (IllegalArgumentException e) {
      lacking.merge(event.getEventType().getName(), 1L, Long::sum);
      whys.putIfAbsent(event.getEventType().getName(), String.valueOf(e.getMessage()));
    }
  }

  /**
   * Adds what was not read to the timeline's problems.
   *
   * @param recording its name, for messages
   * @param seen the events that occurred
   */
  void finish(String recording, Set<String> seen) {
    if (!notRead.isEmpty()) {
      timeline.problem(
          recording
              + " has events of async-profiler. Its samples of the CPU, monitors and parks are read"
              + " as the JDK's; "
              + String.join(", ", notRead)
              + (notRead.size() == 1 ? " is" : " are")
              + " not read."
              + (seen.stream().anyMatch(WORK::contains)
                  ? ""
                  : " It has neither ticks nor requests, so no lateness can be divided."));
    }
    lacking.forEach(
        (event, events) -> {
          String why =
              "%s: %d of the events %s are left out, because they are not as the JDK writes them (%s)."
                  .formatted(recording, events, event, whys.get(event));
          if (WORK.contains(event)) {
            timeline.missing(why);
          } else {
            timeline.problem(why);
          }
        });
  }
}
