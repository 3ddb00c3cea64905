package dev.jitterlab.tick.admission;

import dev.jitterlab.tick.Tick;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.ReentrantLock;

/**
 * What the ticks of the last window did: running sums, and what the sums were at 16 points of the
 * window. Thread-safe. Who records never waits: the points are kept under a lock that a tick takes
 * only when it is free, and only every 16th of a window. Recording allocates nothing.
 */
final class TickWindow {
  /** Into how many parts a window is divided. */
  static final int PARTS = 16;

  /** So many periods of a task a window must have, or the load it shows depends on the moment. */
  private static final int PERIODS = 4;

  /** The sums at one time. Guarded by the lock. */
  private static final class Point {
    long atNs;
    long executionNs;
    long slowNs;
    long ticks;
    long late;
    long missed;
  }

  private final long windowNs;
  private final double latePeriods;
  private final LongAdder executionNs = new LongAdder();

  /** The part of it that is of tasks too slow for this window. */
  private final LongAdder slowNs = new LongAdder();

  private final LongAdder ticks = new LongAdder();
  private final LongAdder late = new LongAdder();
  private final LongAdder missed = new LongAdder();
  private final ReentrantLock lock = new ReentrantLock();

  /** One more than parts for both ends, and one because the oldest may be half out of it. */
  private final Point[] points = new Point[PARTS + 2];

  private long pointCount;
  private volatile long nextPointNs;

  /**
   * Creates an empty window.
   *
   * @param latePeriods how many of its periods late a tick starts to be counted as late
   */
  TickWindow(long windowNs, double latePeriods, long nowNs) {
    this.windowNs = windowNs;
    this.latePeriods = latePeriods;
    for (int i = 0; i < points.length; i++) {
      points[i] = new Point();
    }
    keepPoint(nowNs);
  }

  /** Returns the window, of this length or doubled, that is long enough for a task. */
  static long lengthNs(long windowNs, long periodNs) {
    long lengthNs = windowNs;
    while (isSlow(lengthNs, periodNs)) {
      lengthNs *= 2;
    }
    return lengthNs;
  }

  private static boolean isSlow(long windowNs, long periodNs) {
    return periodNs > windowNs / PERIODS;
  }

  /** Takes in a finished tick. Returns whether the task is too slow to count for the load. */
  boolean record(Tick tick) {
    long nowNs = tick.finishedNs();
    if (nowNs - nextPointNs >= 0 && lock.tryLock()) {
      try {
        keepPointIfDue(nowNs); // before this tick counts: after a break it is the window's first
      } finally {
        lock.unlock();
      }
    }
    boolean isSlow = isSlow(windowNs, tick.periodNs());
    executionNs.add(tick.executionNs());
    if (isSlow) {
      slowNs.add(tick.executionNs());
    }
    ticks.increment();
    if (tick.driftNs() > latePeriods * tick.periodNs()) {
      late.increment();
    }
    if (tick.missedPeriods() > 0) {
      missed.add(tick.missedPeriods());
    }
    return isSlow;
  }

  private void keepPointIfDue(long nowNs) {
    if (nowNs - nextPointNs >= 0) {
      keepPoint(nowNs);
    }
  }

  private void keepPoint(long nowNs) {
    Point point = point(pointCount++);
    point.atNs = nowNs;
    point.executionNs = executionNs.sum();
    point.slowNs = slowNs.sum();
    point.ticks = ticks.sum();
    point.late = late.sum();
    point.missed = missed.sum();
    nextPointNs = nowNs + windowNs / PARTS;
  }

  private Point point(long number) {
    return points[(int) (number % points.length)];
  }

  /** Returns what the window up to now contains. Any thread; waits for others that measure. */
  Measured measure(long nowNs) {
    lock.lock();
    try {
      keepPointIfDue(nowNs);
      Point from = oldest(nowNs);
      long spentNs = executionNs.sum() - from.executionNs;
      long recent = ticks.sum() - from.ticks;
      return new Measured(
          (double) (spentNs - (slowNs.sum() - from.slowNs)) / Math.max(windowNs, nowNs - from.atNs),
          recent,
          late.sum() - from.late,
          missed.sum() - from.missed,
          recent > 0 ? (double) spentNs / recent : meanOfAllNs());
    } finally {
      lock.unlock();
    }
  }

  /** Returns the oldest point that is in the window; it may be up to a 16th older. */
  private Point oldest(long nowNs) {
    long longestNs = windowNs + windowNs / PARTS;
    long first = Math.max(0, pointCount - points.length);
    while (first < pointCount - 1 && nowNs - point(first).atNs > longestNs) {
      first++;
    }
    return point(first);
  }

  private double meanOfAllNs() {
    long all = ticks.sum();
    return all == 0 ? 0 : (double) executionNs.sum() / all;
  }

  /** What a window contains. */
  static final class Measured {
    /** Execution per time, in cores, of tasks that are fast enough for the window. */
    final double cores;

    final long ticks;
    final long late;
    final long missed;

    /** The mean execution, of all time if there was no tick in the window; 0 if there never was. */
    final double meanNs;

    Measured(double cores, long ticks, long late, long missed, double meanNs) {
      this.cores = cores;
      this.ticks = ticks;
      this.late = late;
      this.missed = missed;
      this.meanNs = meanNs;
    }

    Measured plus(double moreCores) {
      return new Measured(cores + moreCores, ticks, late, missed, meanNs);
    }
  }
}
