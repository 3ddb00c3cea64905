package dev.jitterlab.diagnosis.pattern;

import dev.jitterlab.diagnosis.budget.BudgetPart;
import dev.jitterlab.diagnosis.budget.Sighting;
import dev.jitterlab.diagnosis.timeline.Cause;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.function.UnaryOperator;

/** Late work waited for what one cause is about, and the recording says for how long. */
final class LongWait extends Pattern {
  private final String sentence;
  private final long leastNs;
  private final UnaryOperator<String> remedy;

  /**
   * One of a cause.
   *
   * @param sentence has places for how many waited, the longest wait in ms, and what it was
   * @param leastNs shorter waits are no pattern
   * @param remedy by what the longest wait was
   */
  LongWait(String name, Cause cause, String sentence, long leastNs, UnaryOperator<String> remedy) {
    super(name, cause);
    this.sentence = sentence;
    this.leastNs = leastNs;
    this.remedy = remedy;
  }

  @Override
  public List<PatternMatch> find(Case server) {
    List<BudgetPart> parts = server.parts(cause());
    List<Sighting> longest = longest(parts);
    if (longest.isEmpty() || longest.getFirst().durationNs() < leastNs) {
      return List.of();
    }
    Sighting first = longest.getFirst();
    return List.of(
        new PatternMatch(
            String.format(
                Locale.ROOT, sentence, counted(parts), first.durationNs() / 1e6, first.what()),
            remedy.apply(first.what()),
            server.lateNs(cause()),
            longest));
  }

  /** How many pieces of late work that is, in words. */
  static String counted(List<BudgetPart> parts) {
    return parts.size() == 1 ? "1 late tick or request" : parts.size() + " late ticks or requests";
  }

  /** The three longest things that show them. */
  static List<Sighting> longest(List<BudgetPart> parts) {
    return longestOf(parts.stream().flatMap(part -> part.evidence().stream()).toList());
  }

  /** The three longest of them, each once. */
  static List<Sighting> longestOf(List<Sighting> seen) {
    return seen.stream()
        .distinct()
        .sorted(Comparator.comparingLong(Sighting::durationNs).reversed())
        .limit(3)
        .toList();
  }
}
