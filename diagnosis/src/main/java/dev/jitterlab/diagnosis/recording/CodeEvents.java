package dev.jitterlab.diagnosis.recording;

import static dev.jitterlab.diagnosis.recording.EventValues.method;
import static dev.jitterlab.diagnosis.recording.EventValues.text;

import dev.jitterlab.diagnosis.timeline.CodeThrownAway;
import dev.jitterlab.diagnosis.timeline.MethodCompilation;
import dev.jitterlab.diagnosis.timeline.RefusedInlining;
import dev.jitterlab.diagnosis.timeline.TimelineBuilder;
import java.util.Map;
import java.util.function.Consumer;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedObject;

/** What the JIT compilers made of methods, and what they threw away. */
final class CodeEvents implements EventGroup {
  private final TimelineBuilder timeline;
  private final EventThreads threads;

  CodeEvents(TimelineBuilder timeline, EventThreads threads) {
    this.timeline = timeline;
    this.threads = threads;
  }

  @Override
  public void register(Map<String, Consumer<RecordedEvent>> readers) {
    readers.put("jdk.Compilation", this::compilation);
    readers.put("jdk.CompilerInlining", this::inlining);
    readers.put("jdk.Deoptimization", this::deoptimisation);
  }

  private void compilation(RecordedEvent event) {
    timeline.add(
        new MethodCompilation(
            EventTime.startNs(event),
            EventTime.endNs(event),
            method(event.getValue("method")),
            event.getInt("compileLevel"),
            event.getInt("compileId"),
            event.hasField("succeded") && !event.getBoolean("succeded"),
            EventValues.name(event)));
  }

  private void inlining(RecordedEvent event) {
    if (!event.getBoolean("succeeded")) {
      RecordedObject callee = event.getValue("callee");
      RefusedInlining call =
          new RefusedInlining(
              EventTime.startNs(event),
              method(event.getValue("caller")),
              callee == null
                  ? ""
                  : callee.getString("type").replace('/', '.') + "::" + callee.getString("name"),
              text(event, "message"),
              EventValues.name(event));
      if (call.isForSize()) {
        timeline.add(call);
      }
    }
  }

  private void deoptimisation(RecordedEvent event) {
    timeline.add(
        new CodeThrownAway(
            EventTime.startNs(event),
            threads.number(event.getThread()),
            method(event.getValue("method")),
            event.getInt("lineNumber"),
            text(event, "reason"),
            text(event, "action"),
            EventValues.name(event),
            number(event, "compileId"),
            number(event, "bci"),
            text(event, "instruction")));
  }

  private static int number(RecordedEvent event, String field) {
    return event.hasField(field) ? event.getInt(field) : CodeThrownAway.UNKNOWN;
  }
}
