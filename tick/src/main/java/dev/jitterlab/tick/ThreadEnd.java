package dev.jitterlab.tick;

import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** How a scheduler ends its threads. */
final class ThreadEnd {
  private ThreadEnd() {}

  /** Waits at most two seconds for all of them, then interrupts those that go on. */
  static void await(Stream<? extends Thread> threads) {
    long deadlineNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(2);
    threads.forEach(thread -> await(thread, deadlineNs));
  }

  /** Waits for a thread until {@code deadlineNs} of System.nanoTime, then interrupts it. */
  private static void await(Thread thread, long deadlineNs) {
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
