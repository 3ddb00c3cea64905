package dev.jitterlab.diagnosis.rule;

import dev.jitterlab.diagnosis.budget.Sighting;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;

/**
 * What a rule says of one server. Immutable.
 *
 * @param rule the rule
 * @param outcome found, not found, or not recorded
 * @param text what was found, as a sentence; else why it is not found or not recorded
 * @param value the figure of the window that went furthest, in the unit that is shown; empty if
 *     there was none
 * @param windows in how many windows the condition holds
 * @param lateNs the late time that it may account for; 0 if it is not about late windows
 * @param evidence the events that say most
 */
public record RuleVerdict(
    UserRule rule,
    Outcome outcome,
    String text,
    OptionalDouble value,
    int windows,
    long lateNs,
    List<Sighting> evidence) {
  /** Copies the list. */
  public RuleVerdict {
    evidence = List.copyOf(evidence);
  }

  /** What it comes to. */
  public enum Outcome {
    /** The condition holds in a window. */
    FOUND,
    /** All that it needs was recorded, and it holds in none. */
    NOT_FOUND,
    /** Events that it needs are missing. */
    NOT_RECORDED;

    /** Its words in causes.json. */
    public String words() {
      return name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }
  }
}
