package dev.jitterlab.load;

/** What the plan of the load says is due. Thread-safe. */
interface Offer {
  /**
   * Returns how many requests were due by {@code nowNs}, which never goes back, without those that
   * were withdrawn.
   */
  long offeredBy(long nowNs);

  /**
   * Returns how many the plan asks for by {@code nowNs} whatever the server does: also while a
   * player cannot play. Differences count; where it begins is the same for all. Withdrawn requests
   * are not in it.
   */
  long plannedBy(long nowNs);
}
