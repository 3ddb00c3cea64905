package dev.jitterlab.arrivals;

/** Arrivals as even as the rate allows: the n-th comes when the rate's integral reaches n. */
final class EvenArrivals implements Arrivals {
  private final RateProfile profile;
  private final double shift;
  private long index;
  private long lastNs = -1;

  /**
   * Creates them.
   *
   * @param shift by what part of the gap between two arrivals all of them are later, below 1
   */
  EvenArrivals(RateProfile profile, double shift) {
    this.profile = profile;
    this.shift = shift;
  }

  @Override
  public long nextNs() {
    index++;
    lastNs = Math.max(lastNs + 1, profile.reachedNs(index + shift));
    return lastNs;
  }
}
