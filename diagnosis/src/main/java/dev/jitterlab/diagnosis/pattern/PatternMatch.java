package dev.jitterlab.diagnosis.pattern;

import dev.jitterlab.diagnosis.budget.Sighting;
import java.util.List;

/**
 * A pattern that was found. Immutable.
 *
 * @param text what was found, as a sentence
 * @param remedy what helps, as a sentence
 * @param lateNs the late time that it may account for
 * @param evidence where to look
 */
public record PatternMatch(String text, String remedy, long lateNs, List<Sighting> evidence) {
  /** Copies the list. */
  public PatternMatch {
    evidence = List.copyOf(evidence);
  }
}
