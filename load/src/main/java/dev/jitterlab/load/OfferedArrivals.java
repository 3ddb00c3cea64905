package dev.jitterlab.load;

import dev.jitterlab.arrivals.Arrivals;
import java.util.function.LongToIntFunction;

/**
 * Counts the arrivals of a plan by the clock alone, by going through them itself: a generator that
 * falls behind, or has ended, changes nothing. Where it is held, the plan's time stands still. An
 * arrival may stand for several requests, of which the first is due then. Thread-safe.
 */
public final class OfferedArrivals implements Offer {
  private final Arrivals arrivals;
  private long zeroNs;
  private boolean isHeld;
  private long heldNs;
  private long nextNs;
  private final LongToIntFunction requestsOf;
  private long offered;
  private long planned;

  OfferedArrivals(Arrivals arrivals, long zeroNs, LongToIntFunction requestsOf) {
    this.arrivals = arrivals;
    this.requestsOf = requestsOf;
    this.zeroNs = zeroNs;
    this.nextNs = arrivals.nextNs();
  }

  @Override
  public synchronized long offeredBy(long nowNs) {
    long elapsedNs = isHeld ? heldNs : nowNs - zeroNs;
    while (elapsedNs >= nextNs) {
      planned += requestsOf.applyAsInt(offered);
      offered++;
      nextNs = arrivals.nextNs();
    }
    return offered;
  }

  @Override
  public synchronized long plannedBy(long nowNs) {
    long unused = offeredBy(nowNs);
    return planned;
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
