package dev.jitterlab.arena.world;

import java.util.concurrent.atomic.LongAdder;

/**
 * How long fighters were in their blocking queues: how long they were blocked there is a part of
 * it. Thread-safe.
 */
public final class QueueFigures {
  /** A call that takes longer has waited, for the lock or for a CPU. */
  public static final long SLOW_NS = 50_000;

  private final LongAdder calls = new LongAdder();
  private final LongAdder ns = new LongAdder();
  private final LongAdder slow = new LongAdder();

  /** Counts a call that has taken a queue's lock. */
  void called(long tookNs) {
    calls.increment();
    ns.add(tookNs);
    if (tookNs > SLOW_NS) {
      slow.increment();
    }
  }

  /** Returns how many calls took a lock of a queue, each at least once. */
  public long calls() {
    return calls.sum();
  }

  /** Returns how long they took together. */
  public long ns() {
    return ns.sum();
  }

  /** Returns how many of them took longer than {@link #SLOW_NS}. */
  public long slow() {
    return slow.sum();
  }
}
