package dev.jitterlab.lab.statistics;

import org.hipparchus.distribution.continuous.NormalDistribution;
import org.hipparchus.distribution.continuous.TDistribution;

/**
 * What a number of instances can show: the power of the t test that {@link RatioEstimate} makes, by
 * the normal approximation to the noncentral t distribution (Johnson and Welch 1940, "Applications
 * of the non-central t-distribution"), which is within 1 % from four degrees of freedom on. The
 * test's critical value belongs to the level that one comparison has after the correction for all
 * of them ({@link PairFamily}), taken at its strictest: as if no other difference were found.
 * TrialSimulationTest holds it against whole simulated trials. Stateless.
 */
public final class Power {
  /** The probability with which a ratio is to be found. */
  public static final double POWER = 0.8;

  /**
   * {@link RatioBootstrap} takes the greater of two standard errors, which is larger than either in
   * the mean: by simulation.
   */
  private static final double CARE = 1.02;

  private static final double NORMAL_QUANTILE =
      new NormalDistribution().inverseCumulativeProbability(POWER);

  private Power() {}

  /**
   * The smallest ratio above 1 that so many instances find in four of five trials.
   *
   * @param instances of each group, or pairs; at least two
   * @param spread of pairs, the standard deviation of one pair's log ratio: 0.1 where the pairs'
   *     ratios differ by some 10 %; of independent groups, that of one instance's log figure
   * @param isPaired whether the instances are paired by round
   * @param level of this one comparison
   */
  public static double smallestRatio(int instances, double spread, boolean isPaired, double level) {
    double error = (isPaired ? spread : spread * Math.sqrt(2)) / Math.sqrt(instances);
    int degrees = isPaired ? instances - 1 : 2 * (instances - 1);
    return Math.exp(standardErrors(instances - 1, degrees, level) * error);
  }

  /**
   * The same of a trial that was measured, with the spread that its instances had.
   *
   * @param level of this one comparison
   */
  public static double smallestRatio(
      RatioEstimate.Uncertainty uncertainty, boolean isPaired, double level) {
    int degrees = uncertainty.instances() - 1;
    return Math.exp(
        standardErrors(degrees, isPaired ? degrees : 2 * degrees, level)
            / CARE
            * uncertainty.standardError());
  }

  /**
   * How many standard errors a difference must have.
   *
   * @param assumed the degrees of freedom of the critical value
   * @param degrees those that the standard error has: of independent groups the test assumes fewer
   */
  private static double standardErrors(int assumed, int degrees, double level) {
    double critical = CARE * new TDistribution(assumed).inverseCumulativeProbability(1 - level / 2);
    return critical * (1 - 1 / (4.0 * degrees))
        + NORMAL_QUANTILE * Math.sqrt(1 + critical * critical / (2.0 * degrees));
  }
}
