package dev.jitterlab.tick;

import java.util.concurrent.TimeUnit;

/** How a scheduler ends its threads. */
final class ThreadEnd {
  private ThreadEnd() {}

  /** Waits for a thread until {@code deadlineNs} of System.nanoTime, then interrupts it. */
  static void await(Thread thread, long deadlineNs) {
    if (thread == Thread.currentThread()) {
      return; // closed from within a tick, which ends by itself
    }
    try {
      long leftMs = TimeUnit.NANOSECONDS.toMillis(deadlineNs - System.nanoTime());
      if (leftMs > 0) {
        thread.join(leftMs);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    thread.interrupt();
  }
}
