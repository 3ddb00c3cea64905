package dev.jitterlab.lab.statistics;

import java.util.Arrays;
import java.util.Optional;
import java.util.function.IntFunction;
import java.util.function.IntToDoubleFunction;
import java.util.function.ToDoubleFunction;

/**
 * The ratio of a group's figure to a baseline's, with a 95 % interval from a bootstrap over
 * instances. Stateless.
 *
 * <p>The interval is log ratio ± t × s, where t is Student's 97.5 % quantile with n − 1 degrees of
 * freedom (of the smaller group, where the groups are independent: the conservative rule) and s is
 * the greater of two standard errors of the log ratio:
 *
 * <ul>
 *   <li>the bootstrap's, enlarged by √(n / (n − 1)), because resamples of n instances spread too
 *       little by that factor (Hesterberg 2015, "What Teachers Should Know about the Bootstrap",
 *       narrowness bias);
 *   <li>that of the mean of the instances' own log figures. A tail quantile of merged ticks hangs
 *       on the one or two worst instances, and where those happen to be alike, the bootstrap alone
 *       claims far too much.
 * </ul>
 *
 * <p>On the log scale the ends stay positive, and swapping the groups inverts the interval. Why not
 * a percentile interval, and how often each covers the truth:
 * docs/decisions/007-intervals-of-ratios.md.
 *
 * <p>No interval can be given from fewer than two instances, nor where a resample's figure is not
 * positive, as its logarithm is not finite then.
 */
public final class RatioBootstrap {
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
    double variance =
        variance(m -> Math.log(group.of(m)) - Math.log(baseline.of(m)), Resamples.of(n, seed), n);
    return estimate(group, baseline, variance, n);
  }

  /**
   * Of two groups whose instances have nothing to do with each other.
   *
   * @param seed decides the resamples where there are too many to take each
   * @return empty where the baseline's figure is not positive, or the group's is negative
   */
  public static Optional<RatioEstimate> independent(
      GroupStatistic group, GroupStatistic baseline, long seed) {
    int groupSize = group.instances();
    int baselineSize = baseline.instances();
    double variance =
        variance(m -> Math.log(group.of(m)), Resamples.of(groupSize, seed), groupSize)
            + variance(
                m -> Math.log(baseline.of(m)), Resamples.of(baselineSize, ~seed), baselineSize);
    return estimate(group, baseline, variance, Math.min(groupSize, baselineSize));
  }

  /**
   * Of a log figure: the greater of both squared standard errors; not finite if a figure is not.
   */
  private static double variance(ToDoubleFunction<int[]> log, Resamples resamples, int n) {
    double bootstrap =
        weightedVariance(log, resamples.size(), resamples::multiplicities, resamples::probability);
    double instances = weightedVariance(log, n, i -> only(i, n), i -> 1.0 / n);
    return Math.max(bootstrap * n / (n - 1), instances / (n - 1));
  }

  private static int[] only(int instance, int n) {
    int[] multiplicities = new int[n];
    multiplicities[instance] = 1;
    return multiplicities;
  }

  private static double weightedVariance(
      ToDoubleFunction<int[]> figure,
      int size,
      IntFunction<int[]> multiplicities,
      IntToDoubleFunction weight) {
    double[] figures = new double[size];
    Arrays.setAll(figures, i -> figure.applyAsDouble(multiplicities.apply(i)));
    double mean = 0;
    for (int i = 0; i < size; i++) {
      mean += weight.applyAsDouble(i) * figures[i];
    }
    double variance = 0;
    for (int i = 0; i < size; i++) {
      double deviation = figures[i] - mean;
      variance += weight.applyAsDouble(i) * deviation * deviation;
    }
    return variance;
  }

  private static Optional<RatioEstimate> estimate(
      GroupStatistic group, GroupStatistic baseline, double variance, int n) {
    double ratio = group.value() / baseline.value();
    if (!(baseline.value() > 0 && ratio >= 0)) {
      return Optional.empty();
    }
    return Optional.of(
        new RatioEstimate(
            ratio,
            n < 2 || !Double.isFinite(variance)
                ? Optional.empty()
                : Optional.of(new RatioEstimate.Uncertainty(Math.sqrt(variance), n))));
  }
}
