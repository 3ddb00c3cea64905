package dev.jitterlab.heap.rebuilt;

import java.util.concurrent.TimeUnit;

/**
 * The longest of some times in the period that runs and in the one before it. Whoever looks once a
 * second misses none, and what was long ago, in a warm-up, is forgotten. Not thread-safe.
 */
final class LongestLately {
  private static final long PERIOD_NS = TimeUnit.SECONDS.toNanos(2);

  private long period = Long.MIN_VALUE;
  private long longestNs;
  private long beforeNs;

  /** Takes up a time that ended just now. */
  void add(long nowNs, long lengthNs) {
    turn(nowNs);
    longestNs = Math.max(longestNs, lengthNs);
  }

  /** Returns the longest; 0 for none. */
  long longestNs(long nowNs) {
    turn(nowNs);
    return Math.max(longestNs, beforeNs);
  }

  private void turn(long nowNs) {
    long now = Math.floorDiv(nowNs, PERIOD_NS);
    if (now != period) {
      beforeNs = now == period + 1 ? longestNs : 0;
      longestNs = 0;
      period = now;
    }
  }
}
