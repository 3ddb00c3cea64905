package dev.jitterlab.diagnosis.rule;

import dev.jitterlab.diagnosis.timeline.JvmTimeline;
import java.util.List;

/**
 * An event that a rule looks at and that passed its filters. Immutable.
 *
 * @param startNs in nanoseconds since the epoch
 * @param endNs likewise; the start for an event without a length
 * @param thread the thread that it is of; {@link JvmTimeline#ALL_THREADS} if it is of none
 * @param event its name
 * @param value the field of the rule's condition; not a number if the condition has none
 * @param shown the values of {@link UserRule#shown()}, in that order
 * @param at the innermost place in code that is not the JDK's; may be empty
 */
public record RuleEvent(
    long startNs,
    long endNs,
    long thread,
    String event,
    double value,
    List<String> shown,
    String at) {
  /** Copies the list. */
  public RuleEvent {
    shown = List.copyOf(shown);
  }
}
