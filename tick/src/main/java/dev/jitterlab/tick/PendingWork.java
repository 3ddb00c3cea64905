package dev.jitterlab.tick;

import java.util.concurrent.atomic.AtomicReferenceFieldUpdater;

/**
 * What is to be done before a task's next tick, in the order in which it came. Any thread adds; the
 * thread of the tick takes all. Bounded.
 */
final class PendingWork {
  /** How many pieces of work may wait for one tick. */
  static final int MOST = 1_024;

  private static final AtomicReferenceFieldUpdater<PeriodicTask, PendingWork> PENDING =
      AtomicReferenceFieldUpdater.newUpdater(PeriodicTask.class, PendingWork.class, "pending");

  private final Runnable work;

  /** What came before it; null for nothing. */
  private PendingWork before;

  private int number = 1;

  private PendingWork(Runnable work) {
    this.work = work;
  }

  /** Adds a piece of work; returns false if {@link #MOST} are waiting. */
  static boolean add(PeriodicTask task, Runnable work) {
    PendingWork added = new PendingWork(work);
    PendingWork last;
    do {
      last = task.pending;
      if (last != null && last.number >= MOST) {
        return false;
      }
      added.before = last;
      added.number = last == null ? 1 : last.number + 1;
    } while (!PENDING.compareAndSet(task, last, added));
    return true;
  }

  /**
   * Does all that is pending, also if some of it fails.
   *
   * @return the first failure, with the others suppressed; null for none
   * @throws Error what is left is not done then
   */
  static Exception doAll(PeriodicTask task) {
    PendingWork first = null;
    PendingWork each = PENDING.getAndSet(task, null);
    while (each != null) { // the newest comes first: turn the chain round
      PendingWork older = each.before;
      each.before = first;
      first = each;
      each = older;
    }
    Exception failure = null;
    for (PendingWork next = first; next != null; next = next.before) {
      try {
        next.work.run();
      } catch (Exception e) { // also a checked one: not all code is Java's
        failure = PeriodicTask.both(failure, e);
      }
    }
    return failure;
  }
}
