package dev.jitterlab.locks;

/**
 * One hot lock and what it guards: a count and a state, neither of which is safe without the lock.
 */
final class GuardedWork {
  private final HotLock lock;
  private final long steps;
  private final BusySteps busy = new BusySteps();
  private long sections;

  GuardedWork(HotLock lock, long steps) {
    this.lock = lock;
    this.steps = steps;
  }

  /** Does that while the lock is held; {@link #section} belongs into it. */
  Ending hold(Runnable work) {
    return lock.hold(work);
  }

  /** One section of work; only while the lock is held. */
  void section() {
    sections++;
    busy.take(steps);
  }

  /** How many sections were counted; only when nobody works any more. */
  long sections() {
    return sections;
  }
}
