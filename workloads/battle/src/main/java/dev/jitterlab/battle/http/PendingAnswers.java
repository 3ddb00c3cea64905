package dev.jitterlab.battle.http;

/** Counts the answers that a server owes, up to a bound. Event loop only. */
final class PendingAnswers {
  private final int most;
  private final HttpMetrics metrics;
  private int owed;

  PendingAnswers(int most, HttpMetrics metrics) {
    this.most = most;
    this.metrics = metrics;
  }

  /** Counts one more; false, and nothing is counted, when there are too many. */
  boolean tryAdd() {
    if (owed == most) {
      return false;
    }
    metrics.pending.set(++owed);
    return true;
  }

  void remove() {
    metrics.pending.set(--owed);
  }
}
