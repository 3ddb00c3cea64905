package dev.jitterlab.diagnosis.budget;

import dev.jitterlab.diagnosis.timeline.Cause;
import dev.jitterlab.diagnosis.timeline.Stretch;
import dev.jitterlab.diagnosis.timeline.TimedWork;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Lays stretches over the window of a work: each moment goes to the first of the causes at work
 * then. Not thread-safe.
 */
final class Sweep {
  private static final Cause[] ORDER = order();
  private static final int[] PLACES = places();

  /** A place where a stretch begins ({@code by} is 1) or ends (-1). */
  private record Bound(long atNs, Cause cause, int by) {}

  private final TimedWork work;
  private final Shares shares;
  private final FreeTime before;
  private final FreeTime after;
  private final int[] atWork = new int[ORDER.length];

  private Sweep(TimedWork work, Shares shares, FreeTime before, FreeTime after) {
    this.work = work;
    this.shares = shares;
    this.before = before;
    this.after = after;
  }

  /** A process of which no thread gets a CPU might as well have been stopped. */
  private static Cause[] order() {
    List<Cause> order = new ArrayList<>(List.of(Cause.values()));
    order.remove(Cause.RUN_QUEUE);
    order.add(order.indexOf(Cause.PROCESS_STOPPED) + 1, Cause.RUN_QUEUE);
    return order.toArray(Cause[]::new);
  }

  private static int[] places() {
    int[] places = new int[ORDER.length];
    for (int i = 0; i < ORDER.length; i++) {
      places[ORDER[i].rank()] = i;
    }
    return places;
  }

  /**
   * Divides the window.
   *
   * @param shares gets the time of each cause, and what other orders would give it
   * @param before gets what no cause covers before the start
   * @param after gets what no cause covers from the start on
   */
  static void over(
      TimedWork work, List<Stretch> stretches, Shares shares, FreeTime before, FreeTime after) {
    long fromNs = work.fromNs();
    long toNs = work.endNs();
    if (stretches.isEmpty() && toNs >= work.startNs()) { // so it is for most works
      if (work.startNs() > fromNs) {
        before.add(fromNs, work.startNs());
      }
      if (toNs > work.startNs()) {
        after.add(work.startNs(), toNs);
      }
      return;
    }
    List<Bound> bounds = new ArrayList<>(2 * stretches.size() + 2);
    for (Stretch one : stretches) {
      if (one.endNs() > fromNs && one.startNs() < toNs) {
        bounds.add(new Bound(Math.max(fromNs, one.startNs()), one.cause(), 1));
        bounds.add(new Bound(Math.min(toNs, one.endNs()), one.cause(), -1));
      }
    }
    bounds.add(new Bound(work.startNs(), Cause.UNEXPLAINED, 0));
    bounds.add(new Bound(toNs, Cause.UNEXPLAINED, 0));
    bounds.sort(Comparator.comparingLong(Bound::atNs));
    Sweep sweep = new Sweep(work, shares, before, after);
    long until = fromNs;
    for (Bound bound : bounds) {
      if (bound.atNs() > until) {
        sweep.segment(until, bound.atNs());
        until = bound.atNs();
      }
      sweep.atWork[PLACES[bound.cause().rank()]] += bound.by();
    }
  }

  private void segment(long start, long end) {
    int causes = 0;
    int first = -1;
    for (int i = ORDER.length - 1; i >= 0; i--) {
      if (atWork[i] > 0) {
        causes++;
        first = i;
      }
    }
    if (first < 0) {
      free(start, end);
      return;
    }
    long length = end - start;
    if (start >= work.startNs()) {
      shares.tookInExecution(ORDER[first], length);
    }
    for (int i = first; i < ORDER.length; i++) {
      if (atWork[i] > 0) {
        shares.take(ORDER[i], i == first ? length : 0, causes == 1 ? length : 0, length);
      }
    }
  }

  /** No such piece crosses the start. */
  private void free(long start, long end) {
    if (end <= work.startNs()) {
      before.add(start, end);
    } else if (start >= work.startNs()) {
      after.add(start, end);
    }
  }
}
