package dev.jitterlab.aggregator.call;

import java.util.concurrent.atomic.AtomicLong;

/**
 * What may be sent a second time: each request earns a part of one, and a few can be saved up. So
 * the extra requests are never more than that share of all. Thread-safe, without locks.
 */
final class ExtraBudget {
  private static final long ONE = 1_000_000;
  private static final long MOST_SAVED = 10 * ONE;

  private final long earned;
  private final AtomicLong saved = new AtomicLong();

  ExtraBudget(double ratio) {
    earned = Math.round(ratio * ONE);
  }

  void earn() {
    if (saved.get() < MOST_SAVED) {
      saved.addAndGet(earned);
    }
  }

  /** Takes one extra request; false if there is none. */
  boolean take() {
    long has = saved.get();
    while (has >= ONE) {
      if (saved.compareAndSet(has, has - ONE)) {
        return true;
      }
      has = saved.get();
    }
    return false;
  }

  /** Gives one back that was taken and not sent. */
  void giveBack() {
    saved.addAndGet(ONE);
  }
}
