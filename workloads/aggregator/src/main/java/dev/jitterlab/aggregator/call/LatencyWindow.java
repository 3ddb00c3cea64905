package dev.jitterlab.aggregator.call;

import java.util.Arrays;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * A quantile of the last latencies of one replica of a service. It is computed anew with each
 * thirty-second latency, by the thread that brings it. Nothing is allocated. Thread-safe: two
 * latencies recorded at once may count as one.
 */
final class LatencyWindow {
  private static final int SIZE = 256;
  private static final int EVERY = 32;

  private final double quantile;
  private final AtomicLongArray latenciesNs = new AtomicLongArray(SIZE);
  private final AtomicInteger recorded = new AtomicInteger();
  private final AtomicBoolean computing = new AtomicBoolean();
  private final long[] sorted = new long[SIZE];
  private volatile long quantileNs = -1;

  LatencyWindow(double quantile) {
    this.quantile = quantile;
  }

  void record(long latencyNs) {
    int n = recorded.getAndUpdate(i -> i == Integer.MAX_VALUE ? SIZE : i + 1);
    latenciesNs.set(n % SIZE, latencyNs);
    if (n % EVERY == EVERY - 1 && computing.compareAndSet(false, true)) {
      int count = Math.min(n + 1, SIZE);
      for (int i = 0; i < count; i++) {
        sorted[i] = latenciesNs.get(i);
      }
      Arrays.sort(sorted, 0, count);
      quantileNs = sorted[Math.min(count - 1, (int) (quantile * count))];
      computing.set(false);
    }
  }

  /** Returns the quantile in nanoseconds; −1 while fewer than 32 latencies are known. */
  long quantileNs() {
    return quantileNs;
  }
}
