package dev.jitterlab.lab.statistics;

import java.util.Optional;
import org.hipparchus.distribution.continuous.TDistribution;

/**
 * A ratio of two groups' figures.
 *
 * @param ratio group / baseline
 * @param uncertainty how far chance may have moved it, where that can be said
 */
public record RatioEstimate(double ratio, Optional<Uncertainty> uncertainty) {
  private static final double UPPER = 0.975;

  /**
   * How far chance may have moved a ratio.
   *
   * @param standardError of the log ratio
   * @param instances of the smaller group, or pairs; at least two
   */
  public record Uncertainty(double standardError, int instances) {
    private TDistribution student() {
      return new TDistribution(instances - 1);
    }
  }

  /** Both ends of an interval of a ratio. */
  public record Interval(double low, double high) {
    /** Whether the ratio differs from 1 by no more than that factor, either way. */
    public boolean isWithin(double factor) {
      return low >= 1 / factor && high <= factor;
    }
  }

  /** The 95 % interval, where one can be given. */
  public Optional<Interval> interval() {
    return uncertainty.map(
        u -> {
          double t = u.student().inverseCumulativeProbability(UPPER);
          double factor = Math.exp(t * u.standardError());
          return new Interval(ratio / factor, ratio * factor);
        });
  }

  /**
   * How probable a ratio at least so far from 1, either way, would be if the truth were 1: the
   * p-value of Student's t test. It is below 0.05 exactly where the interval excludes 1.
   */
  public Optional<Double> pValue() {
    return uncertainty.map(
        u -> {
          double logRatio = Math.abs(Math.log(ratio));
          if (u.standardError() == 0) {
            return logRatio == 0 ? 1.0 : 0.0;
          }
          return 2 * u.student().cumulativeProbability(-logRatio / u.standardError());
        });
  }

  /** The same, seen from the other group. */
  public RatioEstimate inverse() {
    return new RatioEstimate(1 / ratio, uncertainty);
  }
}
