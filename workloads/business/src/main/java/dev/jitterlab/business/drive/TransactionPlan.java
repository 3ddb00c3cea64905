package dev.jitterlab.business.drive;

import dev.jitterlab.arrivals.Arrivals;

/**
 * When transactions are due, whatever the server does: each is claimed by one terminal. So the plan
 * is the queue, and needs no memory. Thread-safe.
 */
final class TransactionPlan {
  private final Arrivals arrivals;
  private final long zeroNs;
  private long claimed;

  TransactionPlan(Arrivals arrivals, long zeroNs) {
    this.arrivals = arrivals;
    this.zeroNs = zeroNs;
  }

  /**
   * Returns how many are due in a time, by walking a plan: what was claimed lags what is due where
   * the terminals do not keep up.
   *
   * @param arrivals from the first one on; not used by anybody else
   * @param fromNs after the plan's begin
   * @param toNs the first moment that no longer counts
   */
  static long due(Arrivals arrivals, long fromNs, long toNs) {
    long due = 0;
    for (long atNs = arrivals.nextNs(); atNs < toNs; atNs = arrivals.nextNs()) {
      if (atNs >= fromNs) {
        due++;
      }
    }
    return due;
  }

  /** Returns when the plan began. */
  long zeroNs() {
    return zeroNs;
  }

  /** Returns when the next one is due that nobody has claimed. */
  synchronized long claim() {
    claimed++;
    return zeroNs + arrivals.nextNs();
  }

  /** Returns how many were claimed. */
  synchronized long claimed() {
    return claimed;
  }
}
