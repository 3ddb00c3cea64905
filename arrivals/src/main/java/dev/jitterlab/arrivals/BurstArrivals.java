package dev.jitterlab.arrivals;

/**
 * Other arrivals, so many at once: each burst comes when the last of its arrivals would have come.
 */
final class BurstArrivals implements Arrivals {
  private final Arrivals each;
  private final int size;
  private int left;
  private long lastNs;

  /**
   * Creates them.
   *
   * @param each not used by anyone else
   * @param size of a burst, above 0
   */
  BurstArrivals(Arrivals each, int size) {
    this.each = each;
    this.size = size;
  }

  @Override
  public long nextNs() {
    if (left > 0) {
      left--;
      lastNs++; // each is later than the last, by no more than the contract asks for
      return lastNs;
    }
    for (int i = 0; i < size; i++) {
      lastNs = Math.max(lastNs + 1, each.nextNs());
    }
    left = size - 1;
    return lastNs;
  }
}
