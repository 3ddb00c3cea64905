package dev.jitterlab.lab.campaign;

import java.util.Optional;
import java.util.OptionalDouble;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a claim says of a figure: {@code < 1}, {@code > 1.5}, {@code <= 0.001}, or {@code 0.9 to
 * 1.1}; {@code not 0.8 to 1.25} is what lies on either side of that. A claim that one group has
 * more or less than another can add the ratio that the paper found: {@code > 1; paper 1.86}.
 * Immutable.
 *
 * @param low the lowest figure that agrees with the claim
 * @param high the highest
 * @param isAboutDirection whether the claim only says that one group has more than another
 * @param isOutside whether figures agree that are not between the two
 * @param published the ratio that the paper found; empty if it gives none
 */
record Expectation(
    double low,
    double high,
    boolean isAboutDirection,
    boolean isOutside,
    OptionalDouble published) {
  private static final String NUMBER = "([0-9.]+(?:e-?[0-9]+)?)";
  private static final Pattern BOUND = Pattern.compile("([<>]=?) " + NUMBER);
  private static final Pattern DIRECTION = Pattern.compile("([<>] 1); paper " + NUMBER);
  private static final Pattern BETWEEN = Pattern.compile("(not )?" + NUMBER + " to " + NUMBER);

  /** What one run says of a claim. */
  enum Outcome {
    AGREES,
    DISAGREES,
    /** Whichever way the groups differ, it is too little for the claim. */
    NO_SUCH_EFFECT,
    OPEN
  }

  /** Reads it; empty if the text means nothing. */
  static Optional<Expectation> parse(String text) {
    Matcher direction = DIRECTION.matcher(text);
    if (direction.matches()) {
      double ratio = Double.parseDouble(direction.group(2));
      return parse(direction.group(1))
          .filter(claim -> ratio >= claim.low && ratio <= claim.high)
          .map(claim -> claim.as(ratio));
    }
    Matcher bound = BOUND.matcher(text);
    if (bound.matches()) {
      double limit = Double.parseDouble(bound.group(2));
      boolean is1 = limit == 1;
      return Optional.of(
          switch (bound.group(1)) {
            case "<" -> of(Double.NEGATIVE_INFINITY, Math.nextDown(limit), is1);
            case "<=" -> of(Double.NEGATIVE_INFINITY, limit, is1);
            case ">" -> of(Math.nextUp(limit), Double.POSITIVE_INFINITY, is1);
            default -> of(limit, Double.POSITIVE_INFINITY, is1);
          });
    }
    Matcher between = BETWEEN.matcher(text);
    return between.matches()
        ? Optional.of(
            new Expectation(
                Double.parseDouble(between.group(2)),
                Double.parseDouble(between.group(3)),
                false,
                between.group(1) != null,
                OptionalDouble.empty()))
        : Optional.empty();
  }

  private static Expectation of(double low, double high, boolean isAboutDirection) {
    return new Expectation(low, high, isAboutDirection, false, OptionalDouble.empty());
  }

  private Expectation as(double ratio) {
    return new Expectation(low, high, isAboutDirection, isOutside, OptionalDouble.of(ratio));
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
        return isTooLittle(measured) ? Outcome.NO_SUCH_EFFECT : Outcome.OPEN;
      }
      return isLower == isAboutLess() ? Outcome.AGREES : Outcome.DISAGREES;
    }
    return measured.low() == null || measured.high() == null
        ? Outcome.OPEN
        : of(measured.low(), measured.high());
  }

  private boolean isAboutLess() {
    return low == Double.NEGATIVE_INFINITY;
  }

  /**
   * Whether the whole interval falls short even of half of the paper's effect, as ratios count: of
   * their square root. Without a figure of the paper, whether the two are equivalent by the margin
   * that the experiment declares.
   */
  private boolean isTooLittle(KeptRun.Comparison measured) {
    if (published.isEmpty()) {
      return measured.decision().equals(KeptRun.Comparison.EQUIVALENT);
    }
    double half = Math.sqrt(published.getAsDouble());
    return isAboutLess()
        ? measured.low() != null && measured.low() > half
        : measured.high() != null && measured.high() < half;
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
