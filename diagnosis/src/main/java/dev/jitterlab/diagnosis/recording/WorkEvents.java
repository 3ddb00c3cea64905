package dev.jitterlab.diagnosis.recording;

import dev.jitterlab.diagnosis.timeline.TimedWork;
import dev.jitterlab.diagnosis.timeline.TimelineBuilder;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;
import jdk.jfr.EventType;
import jdk.jfr.consumer.RecordedEvent;

/** Ticks and requests. */
final class WorkEvents implements EventGroup {
  private final TimelineBuilder timeline;
  private final EventThreads threads;
  private final TickClock ticks;

  /** Each name once: a recording has a new text for every tick. */
  private final Map<String, String> tasks = new HashMap<>();

  private final Map<Long, Spans> spans = new HashMap<>();
  private long requests;

  /**
   * Which of the younger fields an event type has: asked once, since there may be millions of
   * ticks.
   */
  private record Spans(boolean runQueue, boolean cpu, boolean executionRunQueue, boolean total) {
    static Spans of(EventType type) {
      return new Spans(
          type.getField("runQueueDelay") != null,
          type.getField("cpu") != null,
          type.getField("executionRunQueueDelay") != null,
          type.getField("total") != null && type.getField("period") != null);
    }
  }

  /**
   * The events of a recording.
   *
   * @param ticks gets the ticks; it may have some already
   */
  WorkEvents(TimelineBuilder timeline, EventThreads threads, TickClock ticks) {
    this.timeline = timeline;
    this.threads = threads;
    this.ticks = ticks;
  }

  @Override
  public void register(Map<String, Consumer<RecordedEvent>> readers) {
    readers.put(TimedWork.Kind.TICK.event(), this::tick);
    readers.put(TimedWork.Kind.REQUEST.event(), this::request);
  }

  private void tick(RecordedEvent event) {
    String task = event.getString("task");
    String known = task == null ? "" : tasks.computeIfAbsent(task, same -> same);
    long thread = threads.number(event.getThread());
    Spans has =
        spans.computeIfAbsent(event.getEventType().getId(), _ -> Spans.of(event.getEventType()));
    boolean late = event.getBoolean("late");
    boolean total = late && has.total();
    ticks.add(
        known,
        event.getLong("index"),
        thread,
        EventTime.startNs(event),
        event.getLong("scheduled"),
        event.getLong("started"),
        event.getLong("finished"),
        late,
        has.runQueue() ? read(event.getLong("runQueueDelay")) : TimedWork.NOT_READ,
        has.cpu() ? read(event.getLong("cpu")) : TimedWork.NOT_READ,
        has.executionRunQueue()
            ? read(event.getLong("executionRunQueueDelay"))
            : TimedWork.NOT_READ,
        total ? event.getLong("total") : 0,
        total ? event.getLong("period") : 0);
  }

  /** Absent spans have the least value there is. */
  static long read(long span) {
    return span < 0 ? TimedWork.NOT_READ : span;
  }

  private static long span(RecordedEvent event, String field) {
    return event.hasField(field) ? read(event.getLong(field)) : TimedWork.NOT_READ;
  }

  private void request(RecordedEvent event) {
    long start = EventTime.startNs(event);
    String target = EventValues.text(event, "target");
    String name = EventValues.text(event, "name");
    String method = name.isEmpty() ? EventValues.text(event, "method") : name;
    timeline.add(
        new TimedWork(
            TimedWork.Kind.REQUEST,
            target.isEmpty() ? method : target,
            requests++,
            threads.number(event.getThread()),
            start,
            start,
            EventTime.endNs(event),
            false,
            TimedWork.NOT_READ,
            span(event, "cpu"),
            span(event, "runQueueDelay"),
            TimedWork.Total.UNKNOWN,
            0));
  }

  @Override
  public void finish() {
    ticks.finish(timeline);
  }
}
