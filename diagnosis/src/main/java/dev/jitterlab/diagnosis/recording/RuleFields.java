package dev.jitterlab.diagnosis.recording;

import dev.jitterlab.diagnosis.rule.RuleEvent;
import dev.jitterlab.diagnosis.rule.RuleEvents;
import dev.jitterlab.diagnosis.rule.RuleFilter;
import dev.jitterlab.diagnosis.rule.UserRule;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import jdk.jfr.Timespan;
import jdk.jfr.ValueDescriptor;
import jdk.jfr.consumer.RecordedClass;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedFrame;
import jdk.jfr.consumer.RecordedMethod;
import jdk.jfr.consumer.RecordedObject;
import jdk.jfr.consumer.RecordedStackTrace;
import jdk.jfr.consumer.RecordedThread;

/** Lays an event beside a user's rule: its fields by name. Stateless. */
final class RuleFields {
  private static final String DURATION = "duration";
  private static final String THREAD = "thread";
  private static final String STACK = "stack";

  /** A text of an event may have any length. */
  private static final int LONGEST = 200;

  private RuleFields() {}

  /**
   * Adds the event to what a rule sees, if it passes the rule's filters.
   *
   * @param thread the number of the event's thread
   * @param at the innermost place in code that is not the JDK's
   */
  static void add(RecordedEvent event, UserRule rule, long thread, String at, RuleEvents events) {
    for (String field : rule.shown()) {
      if (!hasField(event.getFields(), field)) {
        events.trouble(
            rule,
            "%s has no field %s. Its fields: %s."
                .formatted(
                    event.getEventType().getName(),
                    field,
                    event.getFields().stream()
                        .map(ValueDescriptor::getName)
                        .collect(Collectors.joining(", "))));
        return;
      }
    }
    for (RuleFilter filter : rule.filters()) {
      if (!passes(event, filter)) {
        return;
      }
    }
    String field = rule.condition().field();
    double value = field.isEmpty() ? Double.NaN : number(event, field);
    if (!field.isEmpty() && Double.isNaN(value)) {
      return; // it has no figure
    }
    List<String> shown = rule.shown().stream().map(name -> text(event, name)).toList();
    events.add(
        rule,
        new RuleEvent(
            EventTime.startNs(event),
            Math.max(EventTime.startNs(event), EventTime.endNs(event)),
            thread,
            event.getEventType().getName(),
            value,
            shown,
            at));
  }

  /**
   * Whether events have a field, as their type says: in one event, the object that it is a field of
   * may be null.
   */
  private static boolean hasField(List<ValueDescriptor> fields, String name) {
    int dot = name.indexOf('.');
    return fields.stream().anyMatch(one -> one.getName().equals(name))
        || (dot > 0
            && fields.stream()
                .filter(one -> one.getName().equals(name.substring(0, dot)))
                .anyMatch(one -> hasField(one.getFields(), name.substring(dot + 1))));
  }

  /** The value of a field that the type has; null also if the object is that it is a field of. */
  private static Object valueOf(RecordedEvent event, String field) {
    return event.hasField(field) ? event.<Object>getValue(field) : null;
  }

  private static boolean passes(RecordedEvent event, RuleFilter filter) {
    if (filter.field().equals(STACK)) {
      return passesStack(event.getStackTrace(), filter);
    }
    if (filter.figure().isPresent() && isNumber(event, filter.field())) {
      return filter.holds(number(event, filter.field()));
    }
    return filter.holds(text(event, filter.field()));
  }

  /** Any frame may have it. */
  private static boolean passesStack(RecordedStackTrace stack, RuleFilter filter) {
    if (stack == null) {
      return false;
    }
    for (RecordedFrame frame : stack.getFrames()) {
      if (filter.holds(value(frame.getMethod()))) {
        return true;
      }
    }
    return false;
  }

  private static boolean isNumber(RecordedEvent event, String field) {
    return field.equals(DURATION)
        || (!field.equals(THREAD) && valueOf(event, field) instanceof Number);
  }

  /** Times in nanoseconds; not a number if the field has no figure. */
  private static double number(RecordedEvent event, String field) {
    if (field.equals(DURATION)) {
      return Math.max(0, EventTime.endNs(event) - EventTime.startNs(event));
    }
    if (field.equals(THREAD) || !(valueOf(event, field) instanceof Number number)) {
      return Double.NaN;
    }
    if (number.longValue() == Long.MIN_VALUE) {
      return Double.NaN; // Flight Recorder's way of saying that there is none
    }
    return isTime(event, field) ? event.getDuration(field).toNanos() : number.doubleValue();
  }

  private static boolean isTime(RecordedObject event, String field) {
    int dot = field.indexOf('.');
    if (dot > 0) {
      return event.getValue(field.substring(0, dot)) instanceof RecordedObject inner
          && isTime(inner, field.substring(dot + 1));
    }
    return event.getFields().stream()
        .filter(one -> one.getName().equals(field))
        .anyMatch(one -> one.getAnnotation(Timespan.class) != null);
  }

  private static String text(RecordedEvent event, String field) {
    if (field.equals(THREAD)) {
      return value(event.getThread());
    }
    if (isNumber(event, field) && (field.equals(DURATION) || isTime(event, field))) {
      return String.format(Locale.ROOT, "%.3g ms", number(event, field) / 1e6);
    }
    return value(valueOf(event, field));
  }

  private static String value(Object value) {
    String text =
        switch (value) {
          case null -> "";
          case RecordedClass type -> type.getName();
          case RecordedThread thread ->
              thread.getJavaName() == null ? thread.getOSName() : thread.getJavaName();
          case RecordedMethod method ->
              (method.getType() == null ? "" : method.getType().getName() + ".") + method.getName();
          case RecordedObject _ -> "";
          default -> value.toString();
        };
    return text == null ? "" : text.length() > LONGEST ? text.substring(0, LONGEST) + "…" : text;
  }
}
