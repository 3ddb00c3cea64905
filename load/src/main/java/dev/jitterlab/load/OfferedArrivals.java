package dev.jitterlab.load;

import dev.jitterlab.arrivals.Arrivals;

/**
 * Counts the arrivals of a plan by the clock alone, by going through them itself: a generator that
 * falls behind, or has ended, changes nothing. Where it is held, the plan's time stands still.
 * Thread-safe.
 */
public final class OfferedArrivals implements Offer {
  private final Arrivals arrivals;
  private long zeroNs;
  private boolean isHeld;
  private long heldNs;
  private long nextNs;
  private long offered;

  OfferedArrivals(Arrivals arrivals, long zeroNs) {
    this.arrivals = arrivals;
    this.zeroNs = zeroNs;
    this.nextNs = arrivals.nextNs();
  }

  @Override
  public synchronized long offeredBy(long nowNs) {
    long elapsedNs = isHeld ? heldNs : nowNs - zeroNs;
    while (elapsedNs >= nextNs) {
      offered++;
      nextNs = arrivals.nextNs();
    }
    return offered;
  }

  /**
   * Lets the plan's time stand still.
   *
   * @return how much of it is over
   */
  public synchronized long hold(long nowNs) {
    if (!isHeld) {
      isHeld = true;
      heldNs = nowNs - zeroNs;
    }
    return heldNs;
  }

  /**
   * Lets the plan's time go on; it never goes back.
   *
   * @param nowNs by the load's clock
   * @param elapsedNs how much of the plan is over now
   */
  public synchronized void goOn(long nowNs, long elapsedNs) {
    zeroNs = nowNs - Math.max(elapsedNs, heldNs);
    isHeld = false;
  }
}
