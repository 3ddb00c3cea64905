package dev.jitterlab.lock;

import java.util.concurrent.locks.LockSupport;

/**
 * How the first waiter sleeps while others barge in again and again. Woken at each release it would
 * find the lock taken each time: that costs both sides a system call, and the holder the lock's
 * cache line. So a waiter that others have overtaken often while it woke up sleeps by the clock
 * instead, for no longer than it has been the first so far: if the others stop wanting the lock
 * meanwhile, its wait is at most doubled. A release that reserves the lock for it ends that sleep.
 *
 * <p>Only the first waiter naps, so one thread at a time uses all fields but {@link #napping}. Who
 * has given up may overlap with the next: that changes how long a nap is, never who gets the lock.
 */
final class Naps {
  /** The longest nap: what the lock may stand idle if all others stop wanting it during one. */
  static final long MOST_NS = 1_000_000;

  /** Fewer barges since the last look are no reason to nap. */
  static final int OFTEN = 32;

  /** Which thread is the first: its hash, because a lock must not keep a thread alive. */
  private int first;

  private long firstNs;
  private int seen;
  private volatile Thread napping;

  /**
   * For how long it is worth while to nap now; 0 if it is not. Until {@link #ended}, a reservation
   * wakes the caller.
   *
   * @param barges how often others have taken the open lock by now
   */
  long begin(int barges, long nowNs) {
    Thread me = Thread.currentThread();
    int since = barges - seen;
    seen = barges;
    int hash = System.identityHashCode(me);
    if (first != hash || since < 0) {
      first = hash;
      firstNs = nowNs;
      return 0;
    }
    if (since < OFTEN) {
      return 0;
    }
    napping = me;
    return Math.min(MOST_NS, nowNs - firstNs);
  }

  /** The caller is awake. */
  void ended() {
    napping = null;
  }

  /** The lock is reserved for the first waiter: it shall wake up. */
  void wake() {
    Thread waiter = napping;
    if (waiter != null) {
      LockSupport.unpark(waiter);
    }
  }
}
