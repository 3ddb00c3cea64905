package dev.jitterlab.load;

/** What the plan of the load says is due. Thread-safe. */
@FunctionalInterface
interface Offer {
  /** Returns how many requests were due by {@code nowNs}, which never goes back. */
  long offeredBy(long nowNs);
}
