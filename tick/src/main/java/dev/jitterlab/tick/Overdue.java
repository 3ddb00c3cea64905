package dev.jitterlab.tick;

/**
 * What one look at the tasks of a worker has found: the one whose tick has been waiting for
 * longest, and when the next one is ready. For the thread that looks; allocates nothing.
 */
final class Overdue {
  private OwnedTask task;
  private long readyNs;
  private boolean isSoonestKnown;
  private long soonestNs;

  /** Forgets what was found. */
  void clear() {
    task = null;
    isSoonestKnown = false;
  }

  /**
   * Takes in a task, if it is free. All that it looks at may be out of date: who runs the task
   * claims it before, and then looks again. A task in quarantine is not free: it waits for its
   * owner, and delays no task of this worker. Returns whether it is overdue and free.
   *
   * @param limitNs takes those that were ready by then
   * @param endNs leaves those out that would not have ended by then, had they run when ready
   */
  boolean see(OwnedTask other, long limitNs, long endNs) {
    if (other.isClaimed() || other.isStopped() || other.isQuarantined()) {
      return false;
    }
    long otherNs = other.readyNs();
    if (otherNs - limitNs > 0) {
      seeLater(otherNs);
      return false;
    }
    if (otherNs + other.expectedNs() - endNs > 0) {
      return false;
    }
    if (task == null || otherNs - readyNs < 0) {
      task = other;
      readyNs = otherNs;
    }
    return true;
  }

  /** Takes in that something is ready then, which is too late to be taken now. */
  void seeLater(long ns) {
    if (!isSoonestKnown || ns - soonestNs < 0) {
      isSoonestKnown = true;
      soonestNs = ns;
    }
  }

  /** Returns the task that has been waiting for longest; null if there is none. */
  OwnedTask task() {
    return task;
  }

  /** Returns when the first of those that are not overdue is ready, or the other time if before. */
  long soonestOr(long otherNs) {
    return isSoonestKnown && soonestNs - otherNs < 0 ? soonestNs : otherNs;
  }
}
