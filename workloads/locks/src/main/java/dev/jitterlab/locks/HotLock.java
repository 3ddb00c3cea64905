package dev.jitterlab.locks;

import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.StampedLock;

/** A lock that threads compete for. Not reentrant for its users: some kinds are not. */
interface HotLock {
  /**
   * Does the work while the lock is held.
   *
   * @return how the lock was got
   */
  Ending hold(Runnable work);

  /** What {@code synchronized} does. */
  final class OfMonitor implements HotLock {
    private final Object monitor = new Object();

    @Override
    public Ending hold(Runnable work) {
      synchronized (monitor) {
        work.run();
      }
      return Ending.UNKNOWN;
    }
  }

  /** Any lock of the JDK's interface. */
  final class OfLock implements HotLock {
    private final Lock lock;

    OfLock(Lock lock) {
      this.lock = lock;
    }

    @Override
    public Ending hold(Runnable work) {
      lock.lock();
      try {
        work.run();
      } finally {
        lock.unlock();
      }
      return Ending.UNKNOWN;
    }
  }

  /** The write lock of a {@link StampedLock}, by its stamps. */
  final class OfStamps implements HotLock {
    private final StampedLock lock = new StampedLock();

    @Override
    public Ending hold(Runnable work) {
      long stamp = lock.writeLock();
      try {
        work.run();
      } finally {
        lock.unlockWrite(stamp);
      }
      return Ending.UNKNOWN;
    }
  }
}
