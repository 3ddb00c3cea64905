package dev.jitterlab.lab.statistics;

/**
 * What it takes to decide at one look at a trial, in view of all the other looks that could have
 * ended it. Thread-safe.
 */
public interface LookCorrection {
  /** Of a trial that is looked at once, at its end: nothing is corrected. */
  LookCorrection NONE =
      new LookCorrection() {
        @Override
        public double nominal(double level) {
          return level;
        }

        @Override
        public double overall(double pValue) {
          return pValue;
        }
      };

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
