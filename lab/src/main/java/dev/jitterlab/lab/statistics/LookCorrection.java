package dev.jitterlab.lab.statistics;

import java.util.function.DoubleUnaryOperator;

/**
 * What it takes to decide at one look at a trial, in view of all the other looks that could have
 * ended it. Thread-safe.
 */
public interface LookCorrection {
  /** Of a trial that is looked at once, at its end: nothing is corrected. */
  LookCorrection NONE = made(level -> level, pValue -> pValue);

  /** Of a figure that no look may decide: its p-value is 1, and its interval has no ends. */
  LookCorrection REFUSAL = made(_ -> 0, _ -> 1);

  /**
   * With these functions.
   *
   * @param nominal as {@link #nominal} says
   * @param overall its inverse, as {@link #overall} says
   */
  static LookCorrection made(DoubleUnaryOperator nominal, DoubleUnaryOperator overall) {
    return new LookCorrection() {
      @Override
      public double nominal(double level) {
        return nominal.applyAsDouble(level);
      }

      @Override
      public double overall(double pValue) {
        return overall.applyAsDouble(pValue);
      }
    };
  }

  /**
   * The correction for a comparison of these figures. A figure that hangs on one value is the
   * greatest of all. The error of a maximum does not become normal with more instances: by
   * simulation a test at 0.7 % finds a difference that is not there in 3 % of the trials. At the 5
   * % of a single look that hardly shows; at the small levels of many looks it does. So a trial
   * that is looked at more than once does not decide such a figure.
   */
  default LookCorrection of(GroupStatistic group, GroupStatistic baseline) {
    return this != NONE && (group.hangsOnOneValue() || baseline.hangsOnOneValue()) ? REFUSAL : this;
  }

  /** The one of both that asks for more. */
  default LookCorrection orStricter(LookCorrection other) {
    return nominal(RatioEstimate.LEVEL) <= other.nominal(RatioEstimate.LEVEL) ? this : other;
  }

  /** How small a p-value must be at this look, so that all looks together stay at the level. */
  double nominal(double level);

  /**
   * The smallest level at which this look would decide: a p-value that holds whatever look the
   * trial was stopped at. The inverse of {@link #nominal}.
   */
  double overall(double pValue);
}
