package dev.jitterlab.lab.statistics;

import java.util.function.IntFunction;
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
public record Foresight(double closeness, double chance, int roundsLeft, double detectableRatio) {
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
   * @param uncertainty of the ratio
   * @param logMargin the logarithm of the ratio that makes no difference; 0 where there is none
   * @param left how many rounds are left
   * @param look the look after so many more rounds; of 0, this one
   * @param level of this one comparison
   */
  public static Foresight of(
      RatioEstimate.Uncertainty uncertainty,
      double logMargin,
      int left,
      IntFunction<LookCorrection> look,
      double level) {
    double distance = Math.abs(Math.log(uncertainty.ratio()));
    return new Ahead(distance, uncertainty, logMargin, look, level).see(left);
  }

  private record Ahead(
      double distance,
      RatioEstimate.Uncertainty uncertainty,
      double logMargin,
      IntFunction<LookCorrection> look,
      double level) {
    Foresight see(int left) {
      return new Foresight(
          closeness(), left == 0 ? 0 : chance(left), roundsLeft(left), detectable(left));
    }

    private double detectable(int left) {
      double found =
          new TDistribution(instances(left) - 1)
              .inverseCumulativeProbability(FOUND_IN_FOUR_OF_FIVE);
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
      return reach(more, level);
    }

    /** How far inside the margin it must be to be equal: two one-sided tests, each at the level. */
    private double inside(int more) {
      return reach(more, Math.min(1, 2 * level));
    }

    private double reach(int more, double both) {
      return new TDistribution(instances(more) - 1)
              .inverseCumulativeProbability(1 - look.apply(more).nominal(both) / 2)
          * standardError(more);
    }

    private boolean isDecided(int more) {
      return distance >= needed(more) || distance + inside(more) <= logMargin;
    }

    private double closeness() {
      double needed = needed(0);
      double toDifference = needed == 0 ? Math.signum(distance) : distance / needed;
      double toEquivalence =
          logMargin == 0 ? 0 : logMargin / Math.max(logMargin, distance + inside(0));
      return Math.clamp(Math.max(toDifference, toEquivalence), 0, 1);
    }

    private int roundsLeft(int left) {
      for (int more = 1; more < left; more++) {
        if (isDecided(more)) {
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
        return isDecided(left) ? 1 : 0;
      }
      TDistribution student = new TDistribution(now - 1);
      double below = student.cumulativeProbability((-needed - distance) / spread);
      double above = student.cumulativeProbability((distance - needed) / spread);
      double room = logMargin - inside(left);
      double equal =
          room <= 0
              ? 0
              : student.cumulativeProbability((room - distance) / spread)
                  - student.cumulativeProbability((-room - distance) / spread);
      return Math.min(1, below + above + equal);
    }
  }
}
