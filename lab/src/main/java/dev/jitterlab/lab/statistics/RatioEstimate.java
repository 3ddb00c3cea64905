package dev.jitterlab.lab.statistics;

import java.util.Arrays;
import java.util.Optional;
import org.hipparchus.distribution.continuous.TDistribution;

/**
 * A ratio of two groups' figures. Immutable.
 *
 * @param ratio group / baseline; infinite where only the baseline's figure is zero
 * @param uncertainty how far chance may have moved it, where that can be said
 * @param instances what the instances alone say, where no uncertainty can be given
 * @param look what is corrected, as the trial could have ended with an earlier look
 */
public record RatioEstimate(
    double ratio,
    Optional<Uncertainty> uncertainty,
    Optional<InstanceTest> instances,
    LookCorrection look) {
  /** The level of the intervals that are shown: 95 %. */
  public static final double LEVEL = 0.05;

  /** A ratio with its uncertainty, or with nothing but itself; of a trial looked at once. */
  public RatioEstimate(double ratio, Optional<Uncertainty> uncertainty) {
    this(ratio, uncertainty, Optional.empty(), LookCorrection.NONE);
  }

  /**
   * Of instances that ran independently, from the means of the logarithms of their figures, with
   * Welch's standard error. Empty for fewer than two of a group, for a figure that is not positive,
   * and where nothing varies.
   *
   * @param leastLogError the least standard error of the log ratio, whatever the instances say, as
   *     that of counting ({@link GroupStatistic#leastLogError})
   */
  public static Optional<RatioEstimate> ofInstances(
      double[] figures, double[] baseline, double leastLogError) {
    return ofGroups(leastLogError, figures, baseline);
  }

  /**
   * Of two ratios, from the instances of all four groups: by which factor the first one is above
   * the second. The means of the logarithms differ by a difference of differences, whose standard
   * error has the variances of all four. Empty for fewer than two instances of a group, for a
   * figure that is not positive, and where nothing varies.
   *
   * @param leastLogError as in {@link #ofInstances}, of all four
   */
  public static Optional<RatioEstimate> ofRatios(
      double[] figures,
      double[] baseline,
      double[] overFigures,
      double[] overBaseline,
      double leastLogError) {
    return ofGroups(leastLogError, figures, baseline, overBaseline, overFigures);
  }

  /** The first group over the second, times the third over the fourth. */
  private static Optional<RatioEstimate> ofGroups(double leastLogError, double[]... groups) {
    double mean = 0;
    double squaredError = 0;
    int fewest = Integer.MAX_VALUE;
    for (int i = 0; i < groups.length; i++) {
      fewest = Math.min(fewest, groups[i].length);
      if (groups[i].length < 2 || !areAllPositive(groups[i])) {
        return Optional.empty();
      }
      double[] logs = Arrays.stream(groups[i]).map(Math::log).toArray();
      mean += (i % 2 == 0 ? 1 : -1) * InstanceTest.mean(logs);
      squaredError += InstanceTest.variance(logs) / logs.length;
    }
    double ratio = Math.exp(mean);
    double error = Math.max(Math.sqrt(squaredError), leastLogError);
    return error > 0
        ? Optional.of(new RatioEstimate(ratio, Optional.of(new Uncertainty(ratio, error, fewest))))
        : Optional.empty();
  }

  private static boolean areAllPositive(double[] figures) {
    return Arrays.stream(figures).allMatch(figure -> figure > 0 && Double.isFinite(figure));
  }

  /** The same, seen at that look: its intervals and p-values hold whatever look was the last. */
  public RatioEstimate seenAt(LookCorrection thatLook) {
    return new RatioEstimate(ratio, uncertainty, instances, thatLook);
  }

  /**
   * How far chance may have moved a ratio.
   *
   * @param ratio the one about which the interval lies: the estimate's, but where a zero had to be
   *     filled up
   * @param standardError of the log ratio; positive
   * @param instances of the smaller group, or pairs; at least two
   */
  public record Uncertainty(double ratio, double standardError, int instances) {
    private double distance() {
      return Math.abs(Math.log(ratio));
    }

    private TDistribution student() {
      return new TDistribution(instances - 1);
    }

    /** The chance of a log ratio that lies so many standard errors on one side of the truth. */
    private double beyond(double distance) {
      return student().cumulativeProbability(-distance / standardError);
    }
  }

  /** Both ends of an interval of a ratio; zero and infinity stand for no bound. */
  public record Interval(double low, double high) {
    /** Whether it is bounded on both sides. */
    public boolean isFinite() {
      return Double.isFinite(low) && Double.isFinite(high);
    }
  }

  /** Whether neither figure was zero. */
  public boolean isFinite() {
    return Double.isFinite(ratio);
  }

  /** Whether no instance of either group differs from the others of its group. */
  public boolean isConstant() {
    return instances.filter(InstanceTest::isConstant).isPresent();
  }

  /** The 95 % interval, where one can be given. */
  public Optional<Interval> interval() {
    return interval(LEVEL);
  }

  /**
   * The interval that misses the truth with a probability of {@code level}: 0.05 for 95 %. It
   * excludes 1 exactly where {@link #pValue} is below the level. Where the group's figure is zero
   * it has no lower end, where the baseline's is zero no upper one.
   */
  public Optional<Interval> interval(double level) {
    return uncertainty.map(
        u -> {
          double t = u.student().inverseCumulativeProbability(1 - look.nominal(level) / 2);
          double factor = Math.exp(t * u.standardError());
          return new Interval(
              ratio == 0 ? 0 : u.ratio() / factor,
              Double.isInfinite(ratio) ? ratio : u.ratio() * factor);
        });
  }

  /**
   * How probable a ratio at least so far from 1, either way, would be if the truth were 1: the
   * p-value of Student's t test, or else that of the instances.
   */
  public Optional<Double> pValue() {
    return uncertainty
        .map(u -> 2 * u.beyond(u.distance()))
        .or(() -> instances.map(test -> test.against(1).pValue()))
        .map(look::overall);
  }

  /**
   * Whether what tells the p-value points to the side of 1 that the ratio is on. It need not: zeros
   * may be filled up, and the instances' own figures weigh all alike, while the ratio may be of
   * sums to which one instance gives most.
   */
  public boolean isOfOneSign() {
    boolean isHigher = ratio > 1;
    return uncertainty
        .map(u -> u.ratio() > 1 == isHigher)
        .or(() -> instances.map(test -> test.against(1).isAbove() == isHigher))
        .orElse(true);
  }

  /**
   * The p-value of "the true ratio is that one" by the instances alone, where no uncertainty can be
   * given and they lie on that side of it; 1 where they lie on the other side.
   *
   * @param isAbove which side is asked for
   */
  public Optional<Double> pOfInstances(double truth, boolean isAbove) {
    return instances
        .map(test -> test.against(truth))
        .map(result -> result.isAbove() == isAbove ? look.overall(result.pValue()) : 1);
  }

  /**
   * How probable a ratio at least so close to 1 would be if the truth were beyond that factor: the
   * p-value of two one-sided tests (Schuirmann 1987). It is below a level exactly where the
   * interval of twice that level lies within the factor.
   */
  public Optional<Double> pOfEquivalence(double factor) {
    return uncertainty
        .map(u -> u.beyond(Math.log(factor) - u.distance()))
        .map(p -> p >= 0.5 ? p : look.overall(2 * p) / 2);
  }

  /** The same, seen from the other group. */
  public RatioEstimate inverse() {
    return new RatioEstimate(
        1 / ratio,
        uncertainty.map(u -> new Uncertainty(1 / u.ratio(), u.standardError(), u.instances())),
        instances.map(InstanceTest::inverse),
        look);
  }
}
