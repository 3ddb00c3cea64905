package dev.jitterlab.diagnosis.rule;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A number as a rule has it, such as {@code 5 ms}. Immutable.
 *
 * @param number the number as written
 * @param unit its unit
 */
public record RuleFigure(double number, RuleUnit unit) {
  private static final Pattern FORM =
      Pattern.compile("(-?\\d{1,18}(?:\\.\\d{1,9})?) *(ns|us|ms|s|B|KiB|MiB|GiB|%)?");

  /** Reads a number, with a unit or without. */
  public static Optional<RuleFigure> of(String text) {
    Matcher found = FORM.matcher(text.strip());
    if (!found.matches()) {
      return Optional.empty();
    }
    RuleUnit unit =
        found.group(2) == null ? RuleUnit.NONE : RuleUnit.of(found.group(2)).orElseThrow();
    return Optional.of(new RuleFigure(Double.parseDouble(found.group(1)), unit));
  }

  /** In nanoseconds, bytes or as a plain number. */
  public double base() {
    return unit.toBase(number);
  }

  /** As a reader sees it. */
  public String text() {
    return unit.text(base());
  }
}
