package dev.jitterlab.diagnosis.recording;

import static dev.jitterlab.diagnosis.recording.EventValues.stretch;
import static dev.jitterlab.diagnosis.recording.EventValues.text;

import dev.jitterlab.arrivals.FlightEvents;
import dev.jitterlab.diagnosis.timeline.Cause;
import dev.jitterlab.diagnosis.timeline.GarbageCollection;
import dev.jitterlab.diagnosis.timeline.JvmTimeline;
import dev.jitterlab.diagnosis.timeline.Stretch;
import dev.jitterlab.diagnosis.timeline.TimelineBuilder;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import jdk.jfr.consumer.RecordedEvent;

/** What stops all threads: collections and safepoints. */
final class StopEvents implements EventGroup {
  private final TimelineBuilder timeline;
  private final Map<Integer, List<Stretch>> pauses = new HashMap<>();
  private final Map<Integer, GarbageCollection> collections = new HashMap<>();
  private final Set<Integer> failedCollections = new HashSet<>();
  private final Map<Integer, String> g1Types = new HashMap<>();

  StopEvents(TimelineBuilder timeline) {
    this.timeline = timeline;
  }

  @Override
  public void register(Map<String, Consumer<RecordedEvent>> readers) {
    readers.put("jdk.GarbageCollection", this::collection);
    readers.put(
        "jdk.G1GarbageCollection", event -> g1Types.put(event.getInt("gcId"), text(event, "type")));
    readers.put("jdk.EvacuationFailed", event -> failedCollections.add(event.getInt("gcId")));
    readers.put("jdk.GCPhasePause", this::pause);
    readers.put("jdk.SafepointBegin", this::safepoint);
    readers.put("jdk.ExecuteVMOperation", this::operation);
  }

  private void collection(RecordedEvent event) {
    int id = event.getInt("gcId");
    collections.put(
        id,
        new GarbageCollection(
            id,
            EventTime.startNs(event),
            EventTime.endNs(event),
            text(event, "name"),
            text(event, "cause"),
            event.getDuration("sumOfPauses").toNanos(),
            false,
            EventValues.name(event),
            List.of()));
  }

  private void pause(RecordedEvent event) {
    int id = event.getInt("gcId");
    pauses
        .computeIfAbsent(id, _ -> new ArrayList<>())
        .add(stop(event, Cause.GC_PAUSE, text(event, "name")));
    timeline.pauseEnded(id, EventTime.endNs(event));
  }

  private void safepoint(RecordedEvent event) {
    timeline.add(stop(event, Cause.TIME_TO_SAFEPOINT, "safepoint " + event.getLong("safepointId")));
  }

  private void operation(RecordedEvent event) {
    String operation = text(event, "operation");
    if (event.getBoolean("safepoint")) {
      boolean collects = FlightEvents.isCollection(operation);
      timeline.add(stop(event, collects ? Cause.GC_PAUSE : Cause.SAFEPOINT_OPERATION, operation));
    }
  }

  private static Stretch stop(RecordedEvent event, Cause cause, String what) {
    return stretch(event, cause, JvmTimeline.ALL_THREADS, what);
  }

  @Override
  public void finish() {
    pauses.forEach(
        (id, stretches) -> {
          GarbageCollection of = collections.get(id);
          stretches.forEach(pause -> timeline.add(id, of == null ? pause : named(pause, of)));
        });
    collections.values().forEach(one -> timeline.add(exact(one)));
  }

  private static Stretch named(Stretch pause, GarbageCollection of) {
    return new Stretch(
        pause.cause(),
        pause.startNs(),
        pause.endNs(),
        pause.thread(),
        pause.event(),
        of.words() + ", " + pause.what());
  }

  /** With what other events say of it: G1's young collections have one name, whatever they do. */
  private GarbageCollection exact(GarbageCollection one) {
    String type = g1Types.getOrDefault(one.id(), "");
    GarbageCollection named =
        type.isEmpty() || type.equals("Normal") ? one : one.named(one.name() + " " + type);
    return failedCollections.contains(one.id()) ? named.thatFailed() : named;
  }
}
