package dev.jitterlab.arena.bot;

import java.util.concurrent.atomic.LongAdder;

/**
 * How often the clients of a server looked at their newest state, and how often it was too old: too
 * late, or none came. Thread-safe.
 */
final class StateAges {
  private final long oldNs;
  private final LongAdder looks = new LongAdder();
  private final LongAdder old = new LongAdder();

  /**
   * Begins to count.
   *
   * @param oldNs a state that is older is too old
   */
  StateAges(long oldNs) {
    this.oldNs = oldNs;
  }

  /** A client looks at its newest state, once in each of its periods. */
  void look(long ageNs) {
    looks.increment();
    if (ageNs > oldNs) {
      old.increment();
    }
  }

  double looks() {
    return looks.sum();
  }

  double old() {
    return old.sum();
  }
}
