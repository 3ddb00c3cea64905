package dev.jitterlab.diagnosis.budget;

import dev.jitterlab.diagnosis.timeline.Cause;
import dev.jitterlab.diagnosis.timeline.JvmTimeline;
import dev.jitterlab.diagnosis.timeline.Stretch;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Lays stretches over a window: each moment goes to the first of the causes at work then. Not
 * thread-safe.
 */
final class Sweep {
  private static final Cause[] CAUSES = Cause.values();

  /** A place where a stretch begins ({@code by} is 1) or ends (-1). */
  private record Bound(long atNs, Cause cause, int by) {}

  private final Shares shares;
  private final List<Stretch> free;
  private final int[] atWork = new int[CAUSES.length];

  private Sweep(Shares shares, List<Stretch> free) {
    this.shares = shares;
    this.free = free;
  }

  /**
   * Divides the window.
   *
   * @param cutNs a moment in the window; no free stretch crosses it
   * @param shares gets the time of each cause, and what other orders would give it
   * @param free gets what no cause covers, in order
   */
  static void over(
      long fromNs,
      long toNs,
      long cutNs,
      List<Stretch> stretches,
      Shares shares,
      List<Stretch> free) {
    List<Bound> bounds = new ArrayList<>();
    for (Stretch one : stretches) {
      if (one.endNs() > fromNs && one.startNs() < toNs) {
        bounds.add(new Bound(Math.max(fromNs, one.startNs()), one.cause(), 1));
        bounds.add(new Bound(Math.min(toNs, one.endNs()), one.cause(), -1));
      }
    }
    bounds.add(new Bound(cutNs, Cause.UNEXPLAINED, 0));
    bounds.add(new Bound(toNs, Cause.UNEXPLAINED, 0));
    bounds.sort(Comparator.comparingLong(Bound::atNs));
    Sweep sweep = new Sweep(shares, free);
    long until = fromNs;
    for (Bound bound : bounds) {
      if (bound.atNs() > until) {
        sweep.segment(until, bound.atNs());
        until = bound.atNs();
      }
      sweep.atWork[bound.cause().rank()] += bound.by();
    }
  }

  private void segment(long start, long end) {
    int causes = 0;
    int first = -1;
    for (int i = CAUSES.length - 1; i >= 0; i--) {
      if (atWork[i] > 0) {
        causes++;
        first = i;
      }
    }
    if (first < 0) {
      free.add(
          new Stretch(Cause.UNEXPLAINED, start, end, JvmTimeline.ALL_THREADS, "", "not covered"));
      return;
    }
    long length = end - start;
    for (int i = first; i < CAUSES.length; i++) {
      if (atWork[i] > 0) {
        shares.take(CAUSES[i], i == first ? length : 0, causes == 1 ? length : 0, length);
      }
    }
  }
}
