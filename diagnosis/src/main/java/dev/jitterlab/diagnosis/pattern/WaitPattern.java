package dev.jitterlab.diagnosis.pattern;

import dev.jitterlab.diagnosis.budget.BudgetPart;
import dev.jitterlab.diagnosis.budget.Sighting;
import dev.jitterlab.diagnosis.timeline.Cause;
import java.util.Comparator;
import java.util.List;

/**
 * What the patterns share that are about one cause of late work: its total and its longest waits.
 */
final class WaitPattern {
  private WaitPattern() {}

  /** The parts of a cause in all late work. */
  static List<BudgetPart> parts(Case server, Cause cause) {
    return server.parts(cause);
  }

  /** How many pieces of late work that is, in words. */
  static String counted(List<BudgetPart> parts) {
    return parts.size() == 1 ? "1 late tick or request" : parts.size() + " late ticks or requests";
  }

  /** The late time in them. */
  static long lateNs(List<BudgetPart> parts) {
    return parts.stream().mapToLong(BudgetPart::ns).sum();
  }

  /** The three longest things that show them. */
  static List<Sighting> longest(List<BudgetPart> parts) {
    return parts.stream()
        .flatMap(part -> part.evidence().stream())
        .distinct()
        .sorted(Comparator.comparingLong(Sighting::durationNs).reversed())
        .limit(3)
        .toList();
  }
}
