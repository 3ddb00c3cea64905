package dev.jitterlab.load;

import dev.jitterlab.arrivals.Arrivals;

/**
 * Counts the arrivals of a plan by the clock alone, by going through them itself: a generator that
 * falls behind, or has ended, changes nothing. Thread-safe.
 */
final class OfferedArrivals implements Offer {
  private final Arrivals arrivals;
  private final long zeroNs;
  private long nextNs;
  private long offered;

  OfferedArrivals(Arrivals arrivals, long zeroNs) {
    this.arrivals = arrivals;
    this.zeroNs = zeroNs;
    this.nextNs = arrivals.nextNs();
  }

  @Override
  public synchronized long offeredBy(long nowNs) {
    while (nowNs - zeroNs >= nextNs) {
      offered++;
      nextNs = arrivals.nextNs();
    }
    return offered;
  }
}
