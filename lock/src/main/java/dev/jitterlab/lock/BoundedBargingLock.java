package dev.jitterlab.lock;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.AbstractQueuedSynchronizer;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;

/**
 * A reentrant lock that lets others barge in at most k times past its longest waiter.
 *
 * <p>A fair lock hands itself over to a waiter that must wake up first, so that it stands idle for
 * that long at each release. An unfair lock is never idle, but a waiter may wait for ever. This one
 * lies between: a thread that comes while the lock is free takes it, past the waiters, and the lock
 * counts that. After the kth time only the longest waiter may take it.
 *
 * <p><b>Bound.</b> A thread that begins to wait behind p others is overtaken or preceded by at most
 * (p + 1)(k + 1) acquisitions. If no thread holds the lock for longer than S, and a waiter that is
 * woken runs within H, then it waits at most (p + 1)(k + 1)(S + H). Acquisitions again by the
 * holder (reentrant ones) are part of its S. The waiting begins when the thread is in the queue;
 * before that it may have spun, for at most {@link #MAX_SPINS} looks at the lock. A waiter that
 * gives up, by its time limit or an interrupt, shortens the wait of the others.
 *
 * <p>With k = 0 the lock is strictly fair: first come, first served. {@link #adaptive} chooses k by
 * itself, up to a limit for which the bound holds.
 *
 * <p>It keeps the contract of {@link Lock}: interrupts, time limits, conditions; {@link #unlock}
 * and a condition's methods throw {@link IllegalMonitorStateException} in a thread that does not
 * hold the lock. Unlike {@link java.util.concurrent.locks.ReentrantLock#tryLock()}, {@link
 * #tryLock()} respects the waiters too: it fails on a free lock if k others have barged in.
 * Thread-safe. See docs/lock.md for the reasons and the figures.
 */
public final class BoundedBargingLock implements Lock {
  /** The largest k that can be asked for. */
  public static final int MAX_BARGES = 1 << 20;

  /** How often a thread looks at a held lock at most before it waits in the queue. */
  public static final int MAX_SPINS = Spinning.MAX;

  private final Sync sync;
  private final Spinning spinning = new Spinning();

  private BoundedBargingLock(Sync sync) {
    this.sync = sync;
  }

  /**
   * A lock with that k.
   *
   * @param barges how many acquisitions may overtake the longest waiter, 0 to {@link #MAX_BARGES}
   * @throws IllegalArgumentException if it is not
   */
  public static BoundedBargingLock of(int barges) {
    return new BoundedBargingLock(new Sync(requireBarges(barges, 0), null));
  }

  /**
   * A lock that chooses k itself: the smallest with which handing over to a waiter costs about a
   * tenth of the time, at least 1. It learns this from the hand-overs that happen.
   *
   * @param mostBarges the largest k that it may choose, 1 to {@link #MAX_BARGES}
   * @throws IllegalArgumentException if it is not
   */
  public static BoundedBargingLock adaptive(int mostBarges) {
    return new BoundedBargingLock(
        new Sync(1, new BargeChoice(requireBarges(mostBarges, 1), System::nanoTime)));
  }

  private static int requireBarges(int barges, int least) {
    if (barges < least || barges > MAX_BARGES) {
      throw new IllegalArgumentException(
          "the number of barges must be " + least + " to " + MAX_BARGES + ", not " + barges);
    }
    return barges;
  }

  @Override
  public void lock() {
    if (!sync.tryAcquire(1) && !spun()) {
      sync.acquire(1);
    }
  }

  @Override
  public void lockInterruptibly() throws InterruptedException {
    if (Thread.interrupted()) {
      throw new InterruptedException();
    }
    if (!sync.tryAcquire(1) && !spun()) {
      sync.acquireInterruptibly(1);
    }
  }

  /** Takes the lock if it is free and k allows it. Never waits. */
  @Override
  public boolean tryLock() {
    return sync.tryAcquire(1);
  }

  @Override
  public boolean tryLock(long time, TimeUnit unit) throws InterruptedException {
    long ns = unit.toNanos(time);
    if (Thread.interrupted()) {
      throw new InterruptedException();
    }
    return sync.tryAcquire(1) || (ns > 0 && spun()) || sync.tryAcquireNanos(1, ns);
  }

  @Override
  public void unlock() {
    sync.release(1);
  }

  /** A condition of this lock. Who is signalled waits for the lock as any other waiter. */
  @Override
  public Condition newCondition() {
    return sync.newCondition();
  }

  /** Whether the calling thread holds the lock. */
  public boolean isHeldByCurrentThread() {
    return sync.isHeldExclusively();
  }

  /** How many threads wait for the lock now, about; those that spin are not counted. */
  public int queueLength() {
    return sync.getQueueLength();
  }

  /** The k that holds now; that of {@link #adaptive} changes. */
  public int barges() {
    return sync.limit;
  }

  /** Looks at the lock for a while; true if it could be had. */
  private boolean spun() {
    int limit = spinning.begin();
    for (int looks = 0; looks < limit; looks++) {
      Thread.onSpinWait();
      if (sync.mayBeHad() && sync.tryAcquire(1)) {
        spinning.succeeded(looks);
        return true;
      }
    }
    spinning.failed(limit);
    return false;
  }

  @Override
  public String toString() {
    Thread owner = sync.owner();
    return "BoundedBargingLock["
        + (owner == null ? "free" : "held by " + owner.getName())
        + ", k="
        + barges()
        + ", waiting="
        + queueLength()
        + "]";
  }

  /**
   * The state is how often the holder has acquired the lock, 0 for a free one. {@link
   * AbstractQueuedSynchronizer} keeps the queue, wakes its first thread at each release, and knows
   * interrupts, time limits and conditions. What is ours is who may take a free lock.
   */
  private static final class Sync extends AbstractQueuedSynchronizer {
    private static final long serialVersionUID = 1;

    /** Null if k is fixed. */
    private final transient BargeChoice choice;

    /** k. Written by the holder only. */
    private volatile int limit;

    /**
     * How many have taken the lock since it was last taken by the longest waiter, or without any
     * waiter. Written by the holder only.
     */
    private volatile int barges;

    Sync(int limit, BargeChoice choice) {
      this.limit = limit;
      this.choice = choice;
    }

    boolean mayBeHad() {
      return getState() == 0;
    }

    Thread owner() {
      return getExclusiveOwnerThread();
    }

    /** Called by those who come and, when they are first in the queue, by those who wait. */
    @Override
    protected boolean tryAcquire(int times) {
      int holds = getState();
      if (holds == 0) {
        return (barges < limit || !hasQueuedPredecessors())
            && compareAndSetState(0, times)
            && counted(times);
      }
      if (getExclusiveOwnerThread() != Thread.currentThread()) {
        return false;
      }
      if (holds + times < 0) {
        throw new Error("the lock is held " + holds + " times, which is the most");
      }
      setState(holds + times);
      return true;
    }

    /**
     * Counts an acquisition that has just happened. Another thread may have used the last barge
     * between the look at {@link #barges} and the change of the state: then the lock is given back,
     * and the first waiter, who may have looked meanwhile in vain, is woken again.
     */
    private boolean counted(int times) {
      setExclusiveOwnerThread(Thread.currentThread());
      if (hasQueuedPredecessors()) {
        int before = barges;
        if (before >= limit) {
          release(times);
          return false;
        }
        barges = before + 1;
      } else if (barges != 0 || choice != null) {
        takenInTurn();
      }
      return true;
    }

    private void takenInTurn() {
      if (choice != null) {
        int chosen = choice.takenInTurn(barges);
        if (chosen != limit) {
          limit = chosen;
        }
      }
      if (barges != 0) {
        barges = 0;
      }
    }

    @Override
    protected boolean tryRelease(int times) {
      if (getExclusiveOwnerThread() != Thread.currentThread()) {
        throw new IllegalMonitorStateException(
            Thread.currentThread().getName() + " does not hold this lock");
      }
      int holds = getState() - times;
      if (holds == 0) {
        if (choice != null && barges >= limit) {
          choice.handingOver();
        }
        setExclusiveOwnerThread(null);
      }
      setState(holds);
      return holds == 0;
    }

    @Override
    protected boolean isHeldExclusively() {
      return getExclusiveOwnerThread() == Thread.currentThread();
    }

    Condition newCondition() {
      return new ConditionObject();
    }
  }
}
