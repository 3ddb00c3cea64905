package dev.jitterlab.lab.campaign;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a claim says of a figure: {@code < 1}, {@code > 1.5}, {@code <= 0.001}, or {@code 0.9 to
 * 1.1}; {@code not 0.8 to 1.25} is what lies on either side of that. Immutable.
 *
 * @param low the lowest figure that agrees with the claim
 * @param high the highest
 * @param isAboutDirection whether the claim only says that one group has more than another
 * @param isOutside whether figures agree that are not between the two
 */
record Expectation(double low, double high, boolean isAboutDirection, boolean isOutside) {
  private static final String NUMBER = "([0-9.]+(?:e-?[0-9]+)?)";
  private static final Pattern BOUND = Pattern.compile("([<>]=?) " + NUMBER);
  private static final Pattern BETWEEN = Pattern.compile("(not )?" + NUMBER + " to " + NUMBER);

  /** What one run says of a claim. */
  enum Outcome {
    AGREES,
    DISAGREES,
    OPEN
  }

  /** Reads it; empty if the text means nothing. */
  static Optional<Expectation> parse(String text) {
    Matcher bound = BOUND.matcher(text);
    if (bound.matches()) {
      double limit = Double.parseDouble(bound.group(2));
      boolean is1 = limit == 1;
      return Optional.of(
          switch (bound.group(1)) {
            case "<" -> new Expectation(Double.NEGATIVE_INFINITY, Math.nextDown(limit), is1, false);
            case "<=" -> new Expectation(Double.NEGATIVE_INFINITY, limit, is1, false);
            case ">" -> new Expectation(Math.nextUp(limit), Double.POSITIVE_INFINITY, is1, false);
            default -> new Expectation(limit, Double.POSITIVE_INFINITY, is1, false);
          });
    }
    Matcher between = BETWEEN.matcher(text);
    return between.matches()
        ? Optional.of(
            new Expectation(
                Double.parseDouble(between.group(2)),
                Double.parseDouble(between.group(3)),
                false,
                between.group(1) != null))
        : Optional.empty();
  }

  /**
   * Agrees if the whole interval does, disagrees if none of it does. A claim that one group is
   * better than another, without a factor, takes what the run decided: its correction for many
   * groups is in that, and it is known also where a figure is zero and there is no ratio.
   */
  Outcome of(KeptRun.Comparison measured) {
    if (isAboutDirection) {
      boolean isLower = measured.decision().equals(KeptRun.Comparison.LOWER);
      if (!isLower && !measured.decision().equals(KeptRun.Comparison.HIGHER)) {
        return Outcome.OPEN;
      }
      return isLower == (low == Double.NEGATIVE_INFINITY) ? Outcome.AGREES : Outcome.DISAGREES;
    }
    return measured.low() == null || measured.high() == null
        ? Outcome.OPEN
        : of(measured.low(), measured.high());
  }

  /** Agrees if every figure from the least to the most does, disagrees if none does. */
  Outcome of(double least, double most) {
    boolean isInside = least >= low && most <= high;
    boolean isBeside = most < low || least > high;
    if (isOutside ? isBeside : isInside) {
      return Outcome.AGREES;
    }
    return (isOutside ? isInside : isBeside) ? Outcome.DISAGREES : Outcome.OPEN;
  }
}
