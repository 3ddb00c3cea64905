package dev.jitterlab.lab.statistics;

import org.hipparchus.distribution.continuous.TDistribution;

/**
 * What a number of instances can show. A true ratio is found with a probability of 80 % when its
 * logarithm is t(97.5 %) + t(80 %) standard errors, with n − 1 degrees of freedom: the usual
 * approximation of the t test's power (Cohen, "Statistical Power Analysis for the Behavioral
 * Sciences", 1988); and {@link #CARE} more, because {@link RatioBootstrap} takes the greater of two
 * standard errors. FalseAlarmTest holds it against simulations. Stateless.
 */
public final class Power {
  /** The probability with which a ratio is to be found. */
  public static final double POWER = 0.8;

  /** More instances than this are not counted. */
  public static final int MOST_INSTANCES = 100;

  private static final double UPPER = 0.975;

  /** By simulation, for 5 to 20 pairs. */
  private static final double CARE = 1.06;

  private Power() {}

  /**
   * The smallest ratio above 1 that so many pairs of instances find.
   *
   * @param instances at least two
   * @param spread the standard deviation of one pair's log ratio: 0.1 where the pairs' ratios
   *     differ by some 10 %
   */
  public static double smallestRatio(int instances, double spread) {
    return Math.exp(standardErrors(instances, UPPER) * spread / Math.sqrt(instances));
  }

  /**
   * How many instances find a ratio, were they to differ as those of this trial do; more than
   * {@link #MOST_INSTANCES} stands for all that is beyond it, also where the ratio is 1. Where
   * several comparisons are made at once, it is to be found in spite of {@link Holm}'s correction
   * at its strictest.
   *
   * @param comparisons at least one
   */
  public static int instancesFor(
      double ratio, RatioEstimate.Uncertainty uncertainty, int comparisons) {
    double spread = uncertainty.standardError() * Math.sqrt(uncertainty.instances());
    double logRatio = Math.abs(Math.log(ratio));
    double upper = 1 - (1 - UPPER) / comparisons;
    int instances = 2;
    while (instances <= MOST_INSTANCES
        && standardErrors(instances, upper) * spread / Math.sqrt(instances) > logRatio) {
      instances++;
    }
    return instances;
  }

  private static double standardErrors(int instances, double upper) {
    TDistribution student = new TDistribution(instances - 1);
    return CARE
        * (student.inverseCumulativeProbability(upper)
            + student.inverseCumulativeProbability(POWER));
  }
}
