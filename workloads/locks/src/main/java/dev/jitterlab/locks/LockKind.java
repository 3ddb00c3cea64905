package dev.jitterlab.locks;

import dev.jitterlab.lock.BoundedBargingLock;
import dev.jitterlab.locks.TieredLock.Release;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.IntFunction;
import java.util.function.Supplier;

/** The kinds of locks that can be compared. To add one, name it here. */
enum LockKind {
  /** A monitor. */
  SYNCHRONIZED(barges -> new HotLock.OfMonitor()),
  /** ReentrantLock that lets others barge in. */
  UNFAIR(barges -> new HotLock.OfLock(new ReentrantLock(false))),
  /** ReentrantLock in the order of arrival. */
  FAIR(barges -> new HotLock.OfLock(new ReentrantLock(true))),
  /** The write lock of StampedLock. */
  STAMPED(barges -> new HotLock.OfStamps()),
  /** The write lock of ReentrantReadWriteLock. */
  READ_WRITE(barges -> new HotLock.OfLock(new ReentrantReadWriteLock().writeLock())),
  /** Spins for ever. */
  SPIN(barges -> new TieredLock(TieredLock.FOR_EVER, 0, Release.WAKE_ONE)),
  /** Yields for ever. */
  YIELD(barges -> new TieredLock(0, TieredLock.FOR_EVER, Release.WAKE_ONE)),
  /** Blocks at once, and a release hands over: IBM's lock of version 1.1.6 on Windows. */
  STRICT(barges -> new TieredLock(0, 0, Release.HAND_OVER)),
  /** Spins, yields, blocks, and hands over: IBM's three tiers, the "hybrid". */
  THREE_TIER(barges -> new TieredLock(TieredLock.SPINS, TieredLock.YIELDS, Release.HAND_OVER)),
  /** As three-tier without the spinning: IBM's for one processor. */
  TWO_TIER(barges -> new TieredLock(0, TieredLock.YIELDS, Release.HAND_OVER)),
  /** As three-tier, but a release frees the lock and wakes one. */
  THREE_TIER_GREEDY(
      barges -> new TieredLock(TieredLock.SPINS, TieredLock.YIELDS, Release.WAKE_ONE)),
  /** Blocks at once; a release frees the lock and wakes one. */
  WAKE_ONE(barges -> new TieredLock(0, 0, Release.WAKE_ONE)),
  /** Blocks at once; a release frees the lock and wakes all: IBM's on OS/2. */
  WAKE_ALL(barges -> new TieredLock(0, 0, Release.WAKE_ALL)),
  /** Our lock with k barges. */
  BOUNDED(barges -> new HotLock.OfLock(BoundedBargingLock.of(barges))),
  /** Our lock that chooses k. */
  ADAPTIVE(barges -> new HotLock.OfLock(BoundedBargingLock.adaptive(barges)));

  private final IntFunction<HotLock> maker;

  LockKind(IntFunction<HotLock> maker) {
    this.maker = maker;
  }

  /**
   * What makes locks of this kind.
   *
   * @param barges k of our own lock
   */
  Supplier<HotLock> locks(int barges) {
    return () -> maker.apply(barges);
  }
}
