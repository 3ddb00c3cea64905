package dev.jitterlab.connections;

import org.HdrHistogram.Histogram;
import org.HdrHistogram.Recorder;

/** How long broadcasts took to their readers, as these tell. Thread-safe; one reader takes them. */
final class BroadcastTimes {
  private static final long MOST_NS = 3_600_000_000_000L;

  private final Histogram all = new Histogram(MOST_NS, 3);
  private final Recorder since = new Recorder(MOST_NS, 3);
  private Histogram taken;

  /** That many readers got a broadcast after so long; what cannot be is not kept. */
  synchronized void record(long ns, int count) {
    if (count > 0) {
      long time = Math.max(0, Math.min(ns, MOST_NS));
      all.recordValueWithCount(time, count);
      since.recordValueWithCount(time, count);
    }
  }

  /** Those since the last call, in nanoseconds, with their start and end; valid until the next. */
  synchronized Histogram take() {
    taken = since.getIntervalHistogram(taken);
    return taken;
  }

  /** A quantile of all of them, in seconds; 0 while there are none. */
  synchronized double seconds(double q) {
    return all.getTotalCount() == 0 ? 0 : all.getValueAtPercentile(q * 100) / 1e9;
  }

  synchronized long count() {
    return all.getTotalCount();
  }
}
