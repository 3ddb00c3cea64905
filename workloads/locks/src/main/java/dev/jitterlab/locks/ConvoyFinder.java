package dev.jitterlab.locks;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * Finds lock convoys in what was seen of a competition, window after window. A convoy is a stretch
 * of time in which at least every fourth acquisition put its thread to sleep, by Linux's count of
 * context switches, and in which on average at least half a thread waited for the lock that it is
 * named by. Throughput has no part in it: a convoy is why that falls, not that it falls.
 * Thread-safe.
 */
final class ConvoyFinder {
  /** Threads that were switched out because they waited, by acquisition. */
  static final double LEAST_SWITCHES = 0.25;

  /** Threads that wait for the lock, on average. */
  static final double LEAST_WAITING = 0.5;

  private final OfLock[] locks;
  private double seconds;
  private double anySeconds;

  ConvoyFinder(int locks) {
    this.locks = new OfLock[locks];
    for (int i = 0; i < locks; i++) {
      this.locks[i] = new OfLock();
    }
  }

  /** What is known of one lock. */
  private static final class OfLock {
    double waiting;
    double convoySeconds;
    int convoys;

    /** The convoy that lasts; null for none. */
    Convoy now;
  }

  /** One convoy at one lock. The figures per acquisition and second are those of all locks. */
  static final class Convoy {
    private final int lock;
    private final double fromSeconds;
    private double lastedSeconds;
    private double waitingSeconds;
    private long acquisitions;
    private long switches;

    private Convoy(int lock, double fromSeconds) {
      this.lock = lock;
      this.fromSeconds = fromSeconds;
    }

    /** One line, as the server prints it. */
    @Override
    public String toString() {
      return String.format(
          Locale.ROOT,
          "lock=%d from_seconds=%.1f lasted_seconds=%.1f waiting_threads=%.2f"
              + " switches_per_acquisition=%.3f acquisitions_per_second=%.0f",
          lock,
          fromSeconds,
          lastedSeconds,
          waitingSeconds / lastedSeconds,
          (double) switches / acquisitions,
          acquisitions / lastedSeconds);
    }
  }

  /**
   * Takes what was seen in the next window.
   *
   * @param windowSeconds its length
   * @param acquisitions how often a thread got a lock in it
   * @param switches how often a thread was switched out because it waited
   * @param waiting for each lock how many threads waited for it on average
   * @return the convoys that had ended when it began
   */
  synchronized List<Convoy> window(
      double windowSeconds, long acquisitions, long switches, double[] waiting) {
    boolean sleeps = acquisitions > 0 && switches >= LEAST_SWITCHES * acquisitions;
    List<Convoy> ended = new ArrayList<>();
    boolean any = false;
    for (int i = 0; i < locks.length; i++) {
      OfLock lock = locks[i];
      lock.waiting = waiting[i];
      if (sleeps && waiting[i] >= LEAST_WAITING) {
        any = true;
        if (lock.now == null) {
          lock.now = new Convoy(i + 1, seconds);
          lock.convoys++;
        }
        lock.convoySeconds += windowSeconds;
        lock.now.lastedSeconds += windowSeconds;
        lock.now.waitingSeconds += waiting[i] * windowSeconds;
        lock.now.acquisitions += acquisitions;
        lock.now.switches += switches;
      } else if (lock.now != null) {
        ended.add(lock.now);
        lock.now = null;
      }
    }
    seconds += windowSeconds;
    anySeconds += any ? windowSeconds : 0;
    return ended;
  }

  /** Ends the convoys that last, and returns them. */
  synchronized List<Convoy> end() {
    List<Convoy> ended = new ArrayList<>();
    for (OfLock lock : locks) {
      if (lock.now != null) {
        ended.add(lock.now);
        lock.now = null;
      }
    }
    return ended;
  }

  /** How many convoys there were, those that last included. */
  synchronized int found() {
    return Arrays.stream(locks).mapToInt(lock -> lock.convoys).sum();
  }

  /** How long at least one lock had a convoy. */
  synchronized double anySeconds() {
    return anySeconds;
  }

  int hotLocks() {
    return locks.length;
  }

  /** How many convoys that lock had, by its number from 0. */
  synchronized int convoys(int lock) {
    return locks[lock].convoys;
  }

  /** How long that lock had a convoy. */
  synchronized double convoySeconds(int lock) {
    return locks[lock].convoySeconds;
  }

  /** How many threads waited for that lock on average in the last window. */
  synchronized double waiting(int lock) {
    return locks[lock].waiting;
  }
}
