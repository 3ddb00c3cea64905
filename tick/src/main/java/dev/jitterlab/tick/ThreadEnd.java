package dev.jitterlab.tick;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** How a scheduler ends its threads. */
final class ThreadEnd {
  private static final Duration LONGEST = Duration.ofDays(36_500);

  private ThreadEnd() {}

  /**
   * Waits at most so long for all of them, then interrupts those that go on. An interrupt of the
   * calling thread does not shorten that time; the thread is left interrupted.
   *
   * @return whether all had ended in time; the calling thread is not counted
   */
  static boolean await(Stream<? extends Thread> threads, Duration limit) {
    Duration bounded = limit.compareTo(LONGEST) > 0 ? LONGEST : limit; // in nanoseconds, a long
    long deadlineNs = System.nanoTime() + bounded.toNanos();
    boolean[] interrupted = {Thread.interrupted()};
    try {
      return threads.mapToInt(thread -> await(thread, deadlineNs, interrupted) ? 0 : 1).sum() == 0;
    } finally {
      if (interrupted[0]) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /**
   * Waits for a thread until {@code deadlineNs} of System.nanoTime, then interrupts it.
   *
   * @param interrupted is set if the calling thread was interrupted meanwhile
   */
  private static boolean await(Thread thread, long deadlineNs, boolean[] interrupted) {
    if (thread == Thread.currentThread()) {
      return true; // closed from within a tick, which ends by itself
    }
    long leftNs = deadlineNs - System.nanoTime();
    while (leftNs > 0 && thread.isAlive()) {
      try {
        TimeUnit.NANOSECONDS.timedJoin(thread, leftNs);
      } catch (InterruptedException e) {
        interrupted[0] = true; // running ticks have the rest of the time
      }
      leftNs = deadlineNs - System.nanoTime();
    }
    boolean hasEnded = !thread.isAlive();
    thread.interrupt();
    return hasEnded;
  }
}
