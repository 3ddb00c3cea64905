package dev.jitterlab.lab.statistics;

import java.util.Optional;

/**
 * A ratio of two groups' figures.
 *
 * @param ratio group / baseline
 * @param interval the 95 % interval, where one can be given
 */
public record RatioEstimate(double ratio, Optional<Interval> interval) {
  /** Both ends of an interval of a ratio. */
  public record Interval(double low, double high) {
    /** Whether the interval leaves open which of the two is greater. */
    public boolean includesOne() {
      return low <= 1 && high >= 1;
    }
  }
}
