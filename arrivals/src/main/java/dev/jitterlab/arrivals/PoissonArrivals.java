package dev.jitterlab.arrivals;

import java.util.SplittableRandom;

/**
 * A Poisson process, of which nobody can tell from the past when the next arrival comes: what many
 * users who know nothing of one another make. Gaps are exponential in the rate's integral (time
 * rescaling; Çinlar, "Introduction to Stochastic Processes", 1975), which gives exact arrivals at
 * any rate over time.
 */
final class PoissonArrivals implements Arrivals {
  private final RateProfile profile;
  private final SplittableRandom random;
  private long whole;

  /** Below 1; apart from the whole, so that its rounding stays as small as at the first arrival. */
  private double fraction;

  private long lastNs = -1;

  /**
   * Creates them.
   *
   * @param shift by what part of the mean gap all of them are later, below 1
   */
  PoissonArrivals(RateProfile profile, long seed, double shift) {
    this.profile = profile;
    this.random = new SplittableRandom(seed);
    this.fraction = shift;
  }

  @Override
  public long nextNs() {
    double sum = fraction - Math.log(1 - random.nextDouble()); // 1 - u is never 0
    long carried = (long) sum;
    whole += carried;
    fraction = sum - carried;
    lastNs = Math.max(lastNs + 1, profile.reachedNs(whole + fraction));
    return lastNs;
  }
}
