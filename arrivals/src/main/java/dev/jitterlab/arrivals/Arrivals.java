package dev.jitterlab.arrivals;

/**
 * The arrivals of an {@link ArrivalPlan}, one after another. Allocates nothing. Not thread-safe.
 */
public interface Arrivals {
  /** Returns when the next one is due, in nanoseconds from the begin; each later than the last. */
  long nextNs();
}
