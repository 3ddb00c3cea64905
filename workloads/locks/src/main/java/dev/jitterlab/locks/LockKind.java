package dev.jitterlab.locks;

import dev.jitterlab.locks.TieredLock.Release;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.Supplier;

/** The kinds of locks that can be compared. To add one, name it here. */
enum LockKind {
  /** A monitor. */
  SYNCHRONIZED,
  /** ReentrantLock that lets others barge in. */
  UNFAIR,
  /** ReentrantLock in the order of arrival. */
  FAIR,
  /** The write lock of StampedLock. */
  STAMPED,
  /** The write lock of ReentrantReadWriteLock. */
  READ_WRITE,
  /** Spins for ever. */
  SPIN,
  /** Yields for ever. */
  YIELD,
  /** Blocks at once, and a release hands over: IBM's lock of version 1.1.6 on Windows. */
  STRICT,
  /** Spins, yields, blocks, and hands over: IBM's three tiers, the "hybrid". */
  THREE_TIER,
  /** As three-tier without the spinning: IBM's for one processor. */
  TWO_TIER,
  /** As three-tier, but a release frees the lock and wakes one. */
  THREE_TIER_GREEDY,
  /** Blocks at once; a release frees the lock and wakes one. */
  WAKE_ONE,
  /** Blocks at once; a release frees the lock and wakes all: IBM's on OS/2. */
  WAKE_ALL,
  /** Our lock with k barges. */
  BOUNDED,
  /** Our lock that chooses k. */
  ADAPTIVE;

  // IBM keeps its numbers secret. These are of the order of a context switch.
  private static final int SPINS = 1_000;
  private static final int YIELDS = 10;

  /**
   * What makes locks of this kind.
   *
   * @param barges k of our own lock
   */
  Supplier<HotLock> locks(int barges) {
    switch (this) {
      case SYNCHRONIZED:
        return HotLock.OfMonitor::new;
      case UNFAIR:
        return () -> new HotLock.OfLock(new ReentrantLock(false));
      case FAIR:
        return () -> new HotLock.OfLock(new ReentrantLock(true));
      case STAMPED:
        return HotLock.OfStamps::new;
      case READ_WRITE:
        return () -> new HotLock.OfLock(new ReentrantReadWriteLock().writeLock());
      case SPIN:
        return () -> new TieredLock(TieredLock.FOR_EVER, 0, Release.WAKE_ONE);
      case YIELD:
        return () -> new TieredLock(0, TieredLock.FOR_EVER, Release.WAKE_ONE);
      case STRICT:
        return () -> new TieredLock(0, 0, Release.HAND_OVER);
      case THREE_TIER:
        return () -> new TieredLock(SPINS, YIELDS, Release.HAND_OVER);
      case TWO_TIER:
        return () -> new TieredLock(0, YIELDS, Release.HAND_OVER);
      case THREE_TIER_GREEDY:
        return () -> new TieredLock(SPINS, YIELDS, Release.WAKE_ONE);
      case WAKE_ONE:
        return () -> new TieredLock(0, 0, Release.WAKE_ONE);
      case WAKE_ALL:
        return () -> new TieredLock(0, 0, Release.WAKE_ALL);
      case BOUNDED:
        return HotLock.OfLock.bounded(false, barges);
      case ADAPTIVE:
        return HotLock.OfLock.bounded(true, barges);
    }
    throw new AssertionError(this);
  }
}
