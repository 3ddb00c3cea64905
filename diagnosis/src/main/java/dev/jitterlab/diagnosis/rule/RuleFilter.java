package dev.jitterlab.diagnosis.rule;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What one event must be like to count, such as {@code duration >= 5 ms} or {@code path contains
 * journal}. Immutable.
 *
 * @param field a field of the event; {@code duration}, {@code thread} and {@code stack} every event
 *     has
 * @param comparison how
 * @param text what it is compared with, as written
 * @param figure the same as a number; empty if it is a text
 */
public record RuleFilter(
    String field, RuleComparison comparison, String text, Optional<RuleFigure> figure) {
  private static final Pattern FORM =
      Pattern.compile("([A-Za-z_][\\w.]{0,99}) *(>=|<=|!=|>|<|=| contains | begins ) *(.{1,200})");

  /** What a filter looks like, for messages. */
  public static final String EXAMPLE =
      "FIELD, one of >= > <= < = != contains begins, and a value, such as `duration >= 5 ms`";

  /** Reads one. */
  public static Optional<RuleFilter> of(String written) {
    Matcher found = FORM.matcher(written.strip());
    if (!found.matches()) {
      return Optional.empty();
    }
    RuleComparison comparison = RuleComparison.of(found.group(2).strip());
    String text = found.group(3).strip();
    Optional<RuleFigure> figure = RuleFigure.of(text);
    boolean ordered =
        comparison != RuleComparison.IS
            && comparison != RuleComparison.NOT
            && !comparison.isOfTexts();
    return text.isEmpty() || (ordered && figure.isEmpty())
        ? Optional.empty()
        : Optional.of(new RuleFilter(found.group(1), comparison, text, figure));
  }

  /** Whether a field that is a number fulfils it. */
  public boolean holds(double value) {
    return figure.isPresent() && comparison.holds(value, figure.get().base());
  }

  /** Whether a field that is a text fulfils it. */
  public boolean holds(String value) {
    return comparison.holds(value, text);
  }
}
