package dev.jitterlab.tick;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** How a scheduler ends its threads. */
final class ThreadEnd {
  private static final Duration LONGEST = Duration.ofDays(36_500);

  private ThreadEnd() {}

  /**
   * Waits at most so long for all of them, then interrupts those that go on.
   *
   * @return whether all had ended in time; the calling thread is not counted
   */
  static boolean await(Stream<? extends Thread> threads, Duration limit) {
    Duration bounded = limit.compareTo(LONGEST) > 0 ? LONGEST : limit; // in nanoseconds, a long
    long deadlineNs = System.nanoTime() + bounded.toNanos();
    return threads.mapToInt(thread -> await(thread, deadlineNs) ? 0 : 1).sum() == 0;
  }

  /** Waits for a thread until {@code deadlineNs} of System.nanoTime, then interrupts it. */
  private static boolean await(Thread thread, long deadlineNs) {
    if (thread == Thread.currentThread()) {
      return true; // closed from within a tick, which ends by itself
    }
    try {
      TimeUnit.NANOSECONDS.timedJoin(thread, deadlineNs - System.nanoTime());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    boolean hasEnded = !thread.isAlive();
    thread.interrupt();
    return hasEnded;
  }
}
