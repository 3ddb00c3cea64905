package dev.jitterlab.lab.statistics;

import java.util.Arrays;
import java.util.Optional;
import java.util.function.IntFunction;
import java.util.function.IntToDoubleFunction;
import java.util.function.ToDoubleBiFunction;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

/**
 * The ratio of a group's figure to a baseline's, with an interval from a bootstrap over instances.
 * Stateless.
 *
 * <p>The interval is log ratio ± t × s, where t is Student's quantile (97.5 % for an interval of 95
 * %) with n − 1 degrees of freedom (of the smaller group, where the groups are independent: the
 * conservative rule) and s is the greatest of these standard errors of the log ratio:
 *
 * <ul>
 *   <li>the bootstrap's, enlarged by √(n / (n − 1)), because resamples of n instances spread too
 *       little by that factor (Hesterberg 2015, "What Teachers Should Know about the Bootstrap",
 *       narrowness bias);
 *   <li>that of the mean of the instances' own log figures. A tail quantile of merged ticks hangs
 *       on the one or two worst instances, and where those happen to be alike, the bootstrap alone
 *       claims far too much;
 *   <li>and never less than counting or rounding leaves open ({@link
 *       GroupStatistic#leastLogError}), so that counts which happen to be alike in all instances
 *       are not taken for certain.
 * </ul>
 *
 * <p>On the log scale the ends stay positive, and swapping the groups inverts the interval. Why not
 * a percentile interval, and how often each covers the truth:
 * docs/decisions/007-intervals-of-ratios.md.
 *
 * <p>Where an instance's figure is zero and the figure is a share of counts, half an event is added
 * to every instance ({@link GroupStatistic#withoutZeros}), so that its spread can be told. The
 * ratio stays that of the counts, and so does the least that counting leaves open; only a group
 * without any event is taken with the halves. Otherwise n instances would get n/2 events that
 * nobody saw, which moves the ratio and hides how few there were. The halves also draw the spread
 * together, so the distance (of logarithms) that they would have moved the ratio by is one more
 * standard error of it. Of other figures that are zero, and of those that do not vary at all, no
 * interval is given; whether the groups differ is then asked of the instances ({@link
 * InstanceTest}). Fewer than two instances give neither.
 *
 * <p>An estimate knows no level: {@link RatioEstimate#interval(double)} and the p-values are for
 * any, so that a look during a trial can be taken at a smaller one.
 */
public final class RatioBootstrap {
  /** Standard errors that are no greater come of the arithmetic. */
  private static final double ROUNDING = 1e-9;

  private RatioBootstrap() {}

  /** Makes a test of instances' own figures. */
  private interface Test {
    Optional<InstanceTest> of(double[] ours, double[] theirs, boolean isLog);
  }

  /**
   * Of two groups whose instances ran in pairs, the i-th of each in the same block: both are
   * resampled by block, so what a block did to both cancels out.
   *
   * @param seed decides the resamples where there are too many to take each
   * @return empty where a figure is negative or unknown, or both are zero
   */
  public static Optional<RatioEstimate> paired(
      GroupStatistic group, GroupStatistic baseline, long seed) {
    int n = group.instances();
    if (baseline.instances() != n) {
      throw new IllegalArgumentException(n + " instances paired with " + baseline.instances());
    }
    return estimate(
        group,
        baseline,
        n,
        (ours, theirs) ->
            variance(m -> Math.log(ours.of(m)) - Math.log(theirs.of(m)), Resamples.of(n, seed), n),
        InstanceTest::paired);
  }

  /**
   * Of two groups whose instances have nothing to do with each other.
   *
   * @param seed decides the resamples where there are too many to take each
   * @return empty where a figure is negative or unknown, or both are zero
   */
  public static Optional<RatioEstimate> independent(
      GroupStatistic group, GroupStatistic baseline, long seed) {
    return estimate(
        group,
        baseline,
        Math.min(group.instances(), baseline.instances()),
        (ours, theirs) -> variance(ours, seed) + variance(theirs, ~seed),
        InstanceTest::independent);
  }

  private static double variance(GroupStatistic group, long seed) {
    int n = group.instances();
    return variance(m -> Math.log(group.of(m)), Resamples.of(n, seed), n);
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
      GroupStatistic group,
      GroupStatistic baseline,
      int n,
      ToDoubleBiFunction<GroupStatistic, GroupStatistic> variance,
      Test test) {
    double figure = group.value();
    double base = baseline.value();
    if (!(figure >= 0 && base >= 0 && figure + base > 0)) {
      return Optional.empty();
    }
    double ratio = figure / base;
    if (n < 2) {
      return Optional.of(new RatioEstimate(ratio, Optional.empty()));
    }
    boolean hasZeros = hasZeros(group) || hasZeros(baseline);
    GroupStatistic ours = hasZeros ? group.withoutZeros().orElse(group) : group;
    GroupStatistic theirs = hasZeros ? baseline.withoutZeros().orElse(baseline) : baseline;
    double filled = ours.value() / theirs.value();
    double center = figure > 0 && base > 0 ? ratio : filled;
    double moved = hasZeros ? Math.abs(Math.log(center / filled)) : 0;
    double least =
        Math.hypot(
            (figure > 0 ? group : ours).leastLogError(),
            (base > 0 ? baseline : theirs).leastLogError());
    double spread = Math.hypot(Math.sqrt(variance.applyAsDouble(ours, theirs)), moved);
    double error = Math.max(spread, least);
    if (Double.isFinite(Math.log(center)) && Double.isFinite(error) && error > ROUNDING) {
      return Optional.of(
          new RatioEstimate(ratio, Optional.of(new RatioEstimate.Uncertainty(center, error, n))));
    }
    return Optional.of(
        new RatioEstimate(
            ratio,
            Optional.empty(),
            test.of(figures(group, hasZeros), figures(baseline, hasZeros), !hasZeros),
            LookCorrection.NONE));
  }

  private static boolean hasZeros(GroupStatistic group) {
    return IntStream.range(0, group.instances()).anyMatch(i -> group.only(i) == 0);
  }

  /** Each instance's own; their logarithms where all have one. */
  private static double[] figures(GroupStatistic group, boolean plain) {
    return IntStream.range(0, group.instances())
        .mapToDouble(group::only)
        .map(own -> plain ? own : Math.log(own))
        .toArray();
  }
}
