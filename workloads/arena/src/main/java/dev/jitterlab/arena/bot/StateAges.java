package dev.jitterlab.arena.bot;

import java.util.concurrent.atomic.LongAdder;

/**
 * How many states the clients of a server waited for, and for how many too long: as the server's
 * own late updates count. Thread-safe; each client has a {@link Wait} of its own.
 */
final class StateAges {
  private final long oldNs;
  private final LongAdder looks = new LongAdder();
  private final LongAdder old = new LongAdder();

  /**
   * Begins to count.
   *
   * @param oldNs a state that comes later than this after the one before is too old
   */
  StateAges(long oldNs) {
    this.oldNs = oldNs;
  }

  double looks() {
    return looks.sum();
  }

  double old() {
    return old.sum();
  }

  private void count(boolean isOld) {
    looks.increment();
    if (isOld) {
      old.increment();
    }
  }

  /** Begins a client's wait for its next state. */
  Wait begin(long nowNs) {
    return new Wait(nowNs);
  }

  /** The wait of one client. For one thread at a time. */
  final class Wait {
    private long newestNs;
    private boolean isCounted;

    private Wait(long nowNs) {
      newestNs = nowNs;
    }

    /** The next state has come. */
    void ended(long nowNs) {
      if (!isCounted) {
        count(nowNs - newestNs > oldNs);
      }
      newestNs = nowNs;
      isCounted = false;
    }

    /** The client looks, once in each of its periods: a state that never comes counts as well. */
    void look(long nowNs) {
      if (nowNs - newestNs > oldNs) {
        count(true);
        isCounted = true;
      }
    }
  }
}
