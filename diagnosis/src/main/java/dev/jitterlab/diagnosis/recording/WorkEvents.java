package dev.jitterlab.diagnosis.recording;

import dev.jitterlab.diagnosis.timeline.TimedWork;
import dev.jitterlab.diagnosis.timeline.TimelineBuilder;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;
import jdk.jfr.consumer.RecordedEvent;

/** Ticks and requests. */
final class WorkEvents implements EventGroup {
  private final TimelineBuilder timeline;
  private final EventThreads threads;
  private final TickClock ticks = new TickClock();

  /** Each name once: a recording has a new text for every tick. */
  private final Map<String, String> tasks = new HashMap<>();

  private final Map<Long, RawTick.Spans> spans = new HashMap<>();
  private long requests;

  WorkEvents(TimelineBuilder timeline, EventThreads threads) {
    this.timeline = timeline;
    this.threads = threads;
  }

  @Override
  public void register(Map<String, Consumer<RecordedEvent>> readers) {
    readers.put(TimedWork.Kind.TICK.event(), this::tick);
    readers.put(TimedWork.Kind.REQUEST.event(), this::request);
  }

  private void tick(RecordedEvent event) {
    String task = event.getString("task");
    ticks.add(
        RawTick.of(
            event,
            task == null ? "" : tasks.computeIfAbsent(task, same -> same),
            threads.number(event.getThread()),
            spans.computeIfAbsent(
                event.getEventType().getId(), _ -> RawTick.Spans.of(event.getEventType()))));
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
            RawTick.span(event, "cpu"),
            RawTick.span(event, "runQueueDelay")));
  }

  @Override
  public void finish() {
    ticks.finish(timeline);
  }
}
