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
