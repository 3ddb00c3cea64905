package dev.jitterlab.lab.statistics;

import java.util.Optional;
import java.util.function.IntToDoubleFunction;
import org.hipparchus.distribution.continuous.TDistribution;

/**
 * The ratio of a group's figure to a baseline's, with a 95 % interval from a bootstrap over
 * instances. Stateless.
 *
 * <p>The interval is log ratio ± t × s. There s is the bootstrap standard error of the log ratio,
 * enlarged by √(n / (n − 1)) because resamples of n instances spread too little by that factor
 * (Hesterberg 2015, "What Teachers Should Know about the Bootstrap", narrowness bias), and t is
 * Student's 97.5 % quantile with n − 1 degrees of freedom (of the smaller group, where they are
 * independent: the conservative rule). On the log scale the ends stay positive, and swapping the
 * groups inverts the interval. Why this and not a percentile interval, and how often each covers
 * the truth: docs/decisions/intervals-of-ratios.md.
 *
 * <p>No interval can be given from fewer than two instances, nor where a resample's figure is not
 * positive, as its logarithm is not finite then.
 */
public final class RatioBootstrap {
  private static final double UPPER = 0.975;

  private RatioBootstrap() {}

  /**
   * Of two groups whose instances ran in pairs, the i-th of each in the same block: both are
   * resampled by block, so what a block did to both cancels out.
   *
   * @param seed decides the resamples where there are too many to take each
   * @return empty where the baseline's figure is not positive, or the group's is negative
   */
  public static Optional<RatioEstimate> paired(
      GroupStatistic group, GroupStatistic baseline, long seed) {
    int n = group.instances();
    if (baseline.instances() != n) {
      throw new IllegalArgumentException(n + " instances paired with " + baseline.instances());
    }
    Resamples resamples = Resamples.of(n, seed);
    double variance =
        variance(
            resamples,
            i ->
                Math.log(group.of(resamples.multiplicities(i)))
                    - Math.log(baseline.of(resamples.multiplicities(i))));
    return estimate(group, baseline, enlarged(variance, n), n);
  }

  /**
   * Of two groups whose instances have nothing to do with each other.
   *
   * @param seed decides the resamples where there are too many to take each
   * @return empty where the baseline's figure is not positive, or the group's is negative
   */
  public static Optional<RatioEstimate> independent(
      GroupStatistic group, GroupStatistic baseline, long seed) {
    double variance = logVariance(group, seed) + logVariance(baseline, ~seed);
    return estimate(group, baseline, variance, Math.min(group.instances(), baseline.instances()));
  }

  private static double logVariance(GroupStatistic statistic, long seed) {
    Resamples resamples = Resamples.of(statistic.instances(), seed);
    double variance = variance(resamples, i -> Math.log(statistic.of(resamples.multiplicities(i))));
    return enlarged(variance, statistic.instances());
  }

  /** NaN or infinite where a figure is. */
  private static double variance(Resamples resamples, IntToDoubleFunction figure) {
    double[] figures = new double[resamples.size()];
    double mean = 0;
    for (int i = 0; i < figures.length; i++) {
      figures[i] = figure.applyAsDouble(i);
      mean += resamples.probability(i) * figures[i];
    }
    double variance = 0;
    for (int i = 0; i < figures.length; i++) {
      double deviation = figures[i] - mean;
      variance += resamples.probability(i) * deviation * deviation;
    }
    return variance;
  }

  /** Infinite where n is 1. */
  private static double enlarged(double variance, int n) {
    return variance * n / (n - 1);
  }

  private static Optional<RatioEstimate> estimate(
      GroupStatistic group, GroupStatistic baseline, double variance, int n) {
    double ratio = group.value() / baseline.value();
    if (!(baseline.value() > 0 && ratio >= 0)) {
      return Optional.empty();
    }
    if (n < 2 || !Double.isFinite(variance)) {
      return Optional.of(new RatioEstimate(ratio, Optional.empty()));
    }
    double t = new TDistribution(n - 1).inverseCumulativeProbability(UPPER);
    double factor = Math.exp(t * Math.sqrt(variance));
    return Optional.of(
        new RatioEstimate(
            ratio, Optional.of(new RatioEstimate.Interval(ratio / factor, ratio * factor))));
  }
}
