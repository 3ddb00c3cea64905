package dev.jitterlab.lab.statistics;

import java.util.function.IntToDoubleFunction;
import org.hipparchus.distribution.continuous.TDistribution;

/**
 * What the rest of a trial that ends when it is decided will probably bring for one comparison.
 *
 * @param closeness how much of the way to a decision is gone, 0 to 1: of the distance from "no
 *     difference" in standard errors, or of the way of the interval into the margin
 * @param chance the chance that the last round finds it decided, whatever the looks before: by
 *     Student's t, with both the ratio and the spread as uncertain as they are now (predictive
 *     power; Spiegelhalter, Freedman and Blackburn 1986)
 * @param roundsLeft after how many more rounds it is decided, should the ratio and the spread stay
 *     as they are; all that are left where that is not enough
 * @param detectableRatio the smallest ratio above 1 that the last round finds in four of five
 *     trials whose instances vary like these
 */
public record Foresight(
    double closeness, double chance, int roundsLeft, double detectableRatio) {
  /**
   * With a smaller chance it is not worth going on. In simulation that ends trials without a
   * difference after 12 of 20 rounds, and misses one real difference in a hundred.
   */
  public static final double FUTILE = 0.05;

  private static final double FOUND_IN_FOUR_OF_FIVE = 0.8;

  /** Whether more rounds would hardly decide it. */
  public boolean isFutile() {
    return chance < FUTILE;
  }

  /**
   * Looks ahead.
   *
   * @param logRatio of the groups' figures
   * @param uncertainty of it
   * @param logMargin the logarithm of the ratio that makes no difference; 0 where there is none
   * @param left how many rounds are left
   * @param nominal how small the p-value must be after so many more rounds; of 0, now
   */
  public static Foresight of(
      double logRatio,
      RatioEstimate.Uncertainty uncertainty,
      double logMargin,
      int left,
      IntToDoubleFunction nominal) {
    return new Ahead(Math.abs(logRatio), uncertainty, logMargin, nominal).see(left);
  }

  private record Ahead(
      double distance,
      RatioEstimate.Uncertainty uncertainty,
      double logMargin,
      IntToDoubleFunction nominal) {
    Foresight see(int left) {
      return new Foresight(
          closeness(), left == 0 ? 0 : chance(left), roundsLeft(left), detectable(left));
    }

    private double detectable(int left) {
      double found =
          new TDistribution(instances(left) - 1).inverseCumulativeProbability(FOUND_IN_FOUR_OF_FIVE);
      return Math.exp(needed(left) + found * standardError(left));
    }

    private int instances(int more) {
      return uncertainty.instances() + more;
    }

    /** The standard error after so many more rounds. */
    private double standardError(int more) {
      return uncertainty.standardError()
          * Math.sqrt((double) uncertainty.instances() / instances(more));
    }

    /** How far from "no difference" the log ratio must be then to be a difference. */
    private double needed(int more) {
      return new TDistribution(instances(more) - 1)
              .inverseCumulativeProbability(1 - nominal.applyAsDouble(more) / 2)
          * standardError(more);
    }

    private double closeness() {
      double needed = needed(0);
      double toDifference = needed == 0 ? Math.signum(distance) : distance / needed;
      double toEquivalence =
          logMargin == 0 ? 0 : logMargin / Math.max(logMargin, distance + needed);
      return Math.clamp(Math.max(toDifference, toEquivalence), 0, 1);
    }

    private int roundsLeft(int left) {
      for (int more = 1; more < left; more++) {
        double needed = needed(more);
        if (distance >= needed || distance + needed <= logMargin) {
          return more;
        }
      }
      return left;
    }

    private double chance(int left) {
      int now = uncertainty.instances();
      double needed = needed(left);
      double spread = uncertainty.standardError() * Math.sqrt(1 - (double) now / instances(left));
      if (spread == 0) {
        return distance >= needed || distance + needed <= logMargin ? 1 : 0;
      }
      TDistribution student = new TDistribution(now - 1);
      double below = student.cumulativeProbability((-needed - distance) / spread);
      double above = student.cumulativeProbability((distance - needed) / spread);
      double room = logMargin - needed;
      double equal =
          room <= 0
              ? 0
              : student.cumulativeProbability((room - distance) / spread)
                  - student.cumulativeProbability((-room - distance) / spread);
      return Math.min(1, below + above + equal);
    }
  }
}
