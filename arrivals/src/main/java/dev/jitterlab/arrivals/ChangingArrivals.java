package dev.jitterlab.arrivals;

import java.util.SplittableRandom;

/**
 * Arrivals at a {@link ChangingRate}, even or at random. Each is computed from the one before,
 * since nobody knows the rates from the beginning; the fraction of a nanosecond is kept.
 */
final class ChangingArrivals implements Arrivals {
  private final ChangingRate rate;
  private final SplittableRandom random; // null: evenly
  private double atNs;
  private long lastNs = -1;

  /**
   * Creates them.
   *
   * @param random of the gaps; null for even ones
   * @param shift by what part of the gap the first one is later, below 1
   */
  ChangingArrivals(ChangingRate rate, SplittableRandom random, double shift) {
    this.rate = rate;
    this.random = random;
    this.atNs = rate.reachedNs(0, shift);
  }

  @Override
  public long nextNs() {
    double gap = random == null ? 1 : -Math.log(1 - random.nextDouble()); // 1 - u is never 0
    atNs = rate.reachedNs(atNs, gap);
    lastNs = Math.max(lastNs + 1, (long) atNs);
    return lastNs;
  }
}
