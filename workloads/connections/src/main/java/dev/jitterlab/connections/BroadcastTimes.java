package dev.jitterlab.connections;

import org.HdrHistogram.Histogram;

/** How long broadcasts took to their readers, as these tell. Thread-safe; one reader takes them. */
final class BroadcastTimes {
  private static final long MOST_NS = 3_600_000_000_000L;

  private final Histogram all = new Histogram(MOST_NS, 3);
  private Histogram since = new Histogram(MOST_NS, 3);
  private Histogram taken = new Histogram(MOST_NS, 3);

  /** That many readers got a broadcast after so long; what cannot be is not kept. */
  synchronized void record(long ns, int count) {
    if (count > 0) {
      long time = Math.max(0, Math.min(ns, MOST_NS));
      all.recordValueWithCount(time, count);
      since.recordValueWithCount(time, count);
    }
  }

  /** Those since the last call, in nanoseconds; valid until the next. */
  synchronized Histogram take() {
    Histogram whole = since;
    since = taken;
    since.reset();
    taken = whole;
    return whole;
  }

  /** A quantile of all of them, in seconds; 0 while there are none. */
  synchronized double seconds(double q) {
    return all.getTotalCount() == 0 ? 0 : all.getValueAtPercentile(q * 100) / 1e9;
  }

  synchronized long count() {
    return all.getTotalCount();
  }
}
