package dev.jitterlab.diagnosis.recording;

import dev.jitterlab.diagnosis.timeline.Cause;
import dev.jitterlab.diagnosis.timeline.Stretch;
import jdk.jfr.consumer.RecordedClass;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedMethod;

/** What the fields of an event say, also where an older JDK has no such field. Stateless. */
final class EventValues {
  private EventValues() {}

  static String name(RecordedEvent event) {
    return event.getEventType().getName();
  }

  /** A field's value as text; empty if the event has no such field, or no value. */
  static String text(RecordedEvent event, String field) {
    Object value = event.hasField(field) ? event.getValue(field) : null;
    return value == null ? "" : value.toString();
  }

  static String className(RecordedEvent event, String field) {
    RecordedClass of = event.hasField(field) ? event.getClass(field) : null;
    return of == null ? "" : of.getName();
  }

  /**
   * Such as {@code game.rules.Battle::step}; of native code, which has no class, its symbol; empty
   * if unknown.
   */
  static String method(RecordedMethod method) {
    if (method == null || method.getType() == null) {
      return "";
    }
    String type = method.getType().getName();
    return type == null || type.isEmpty() ? method.getName() : type + "::" + method.getName();
  }

  static Stretch stretch(RecordedEvent event, Cause cause, long thread, String what) {
    return stretch(event, cause, thread, what, Stretch.UNKNOWN_LOCK);
  }

  static Stretch stretch(RecordedEvent event, Cause cause, long thread, String what, long lock) {
    return new Stretch(
        cause, EventTime.startNs(event), EventTime.endNs(event), thread, name(event), what, lock);
  }
}
