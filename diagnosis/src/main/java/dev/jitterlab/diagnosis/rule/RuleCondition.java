package dev.jitterlab.diagnosis.rule;

import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What the events of one window must come to, such as {@code sum(duration) >= 20 ms}. Immutable.
 *
 * @param measure what is made of them
 * @param field the field that it is made of; empty for {@link Measure#COUNT}, {@link Measure#RATE}
 *     and {@link Measure#SHARE}
 * @param comparison how it is compared
 * @param limit with what; empty if the rule's {@code threshold} says so
 */
public record RuleCondition(
    Measure measure, String field, RuleComparison comparison, Optional<RuleFigure> limit) {
  /** What a condition looks like, for messages. */
  public static final String EXAMPLE =
      "count, rate, share, or sum, max, min or mean of a field; then >=, >, <=, < or = and a number"
          + " or the word threshold, such as `sum(duration) >= 20 ms`";

  private static final Pattern FORM =
      Pattern.compile(
          "(?:(count|rate|share)|(sum|max|min|mean) *\\( *([A-Za-z_][\\w.]{0,99}) *\\))"
              + " *(>=|<=|>|<|=) *(.{1,40})");

  /** The word that stands for the rule's threshold. */
  private static final String THRESHOLD = "threshold";

  /** What is made of the events of a window. */
  public enum Measure {
    /** How many there are. */
    COUNT,
    /** How many there are in a second. */
    RATE,
    /** Which part of the window they cover, from 0 to 1; overlaps count once. */
    SHARE,
    /** The sum of a field. */
    SUM,
    /** The largest value. */
    MAX,
    /** The least value. */
    MIN,
    /** The mean. */
    MEAN
  }

  /** Reads one. */
  public static Optional<RuleCondition> of(String written) {
    Matcher found = FORM.matcher(written.strip());
    if (!found.matches()) {
      return Optional.empty();
    }
    String word = found.group(1) == null ? found.group(2) : found.group(1);
    Measure measure = Measure.valueOf(word.toUpperCase(Locale.ROOT));
    RuleComparison comparison = RuleComparison.of(found.group(4));
    String field = found.group(3) == null ? "" : found.group(3);
    String limit = found.group(5).strip();
    Optional<RuleFigure> figure = RuleFigure.of(limit);
    return figure.isPresent() || limit.equals(THRESHOLD)
        ? Optional.of(new RuleCondition(measure, field, comparison, figure))
        : Optional.empty();
  }

  /** The same with a limit. */
  public RuleCondition with(RuleFigure threshold) {
    return new RuleCondition(measure, field, comparison, Optional.of(threshold));
  }

  /**
   * Whether a window that fulfils it would also do so with more events in it. A sum is taken to be
   * one of values that are not below 0.
   */
  boolean holdsWithMore() {
    boolean isUpwards = comparison == RuleComparison.AT_LEAST || comparison == RuleComparison.ABOVE;
    return switch (measure) {
      case COUNT, RATE, SHARE, SUM, MAX -> isUpwards;
      case MIN -> comparison == RuleComparison.AT_MOST || comparison == RuleComparison.BELOW;
      case MEAN -> false;
    };
  }

  /** Whether a window without any event may fulfil it: then silence is an answer, too. */
  public boolean holdsOfNothing() {
    return switch (measure) {
      case COUNT, RATE, SHARE, SUM -> comparison.holds(0, limit.orElseThrow().base());
      case MAX, MIN, MEAN -> false;
    };
  }
}
