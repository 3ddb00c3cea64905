package dev.jitterlab.tick.admission;

import dev.jitterlab.tick.Rate;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * What was granted and is not yet to be seen in the measurement. A grant counts in full for one
 * period of its task, which may pass before the first tick, and then fades while the window fills.
 * Not thread-safe.
 */
final class AdmissionGrants {
  /** Grants of one kind at almost one time. */
  private static final class Batch {
    final Rate rate;
    final long executionNs;
    final long fromNs;
    int count;

    Batch(Rate rate, long executionNs, long fromNs) {
      this.rate = rate;
      this.executionNs = executionNs;
      this.fromNs = fromNs;
    }
  }

  private final long windowNs;
  private final Deque<Batch> batches = new ArrayDeque<>();

  AdmissionGrants(long windowNs) {
    this.windowNs = windowNs;
  }

  /**
   * Adds a grant.
   *
   * @param executionNs what a tick is expected to take; 0 for what the others take
   */
  void add(Rate rate, long executionNs, long nowNs) {
    Batch last = batches.peekLast();
    if (last == null
        || !last.rate.equals(rate)
        || last.executionNs != executionNs
        || nowNs - last.fromNs >= windowNs / TickWindow.PARTS) {
      last = new Batch(rate, executionNs, nowNs);
      batches.add(last);
    }
    last.count++;
  }

  /** Returns whether there is none that counts; {@link #cores} has forgotten the others. */
  boolean isEmpty() {
    return batches.isEmpty();
  }

  /** Returns the time per time that the grants will take, as far as it is not to be seen yet. */
  double cores(double meanNs, long nowNs) {
    batches.removeIf(batch -> share(batch, nowNs) <= 0);
    double cores = 0;
    for (Batch batch : batches) {
      double executionNs = batch.executionNs > 0 ? (double) batch.executionNs : meanNs;
      cores += share(batch, nowNs) * batch.count * batch.rate.hertz() * executionNs / 1e9;
    }
    return cores;
  }

  private double share(Batch batch, long nowNs) {
    long periodNs = batch.rate.periodNs();
    long lengthNs = TickWindow.lengthNs(windowNs, periodNs);
    double fadedNs = (double) (nowNs - batch.fromNs - lengthNs / TickWindow.PARTS - periodNs);
    return Math.min(1, 1 - fadedNs / lengthNs);
  }
}
