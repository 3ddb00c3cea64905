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
    if (!sync.take() && !spun()) {
      sync.acquire(1);
    }
  }

  @Override
  public void lockInterruptibly() throws InterruptedException {
    if (Thread.interrupted()) {
      throw new InterruptedException();
    }
    if (!sync.take() && !spun()) {
      sync.acquireInterruptibly(1);
    }
  }

  /** Takes the lock if it is free and k allows it. Never waits. */
  @Override
  public boolean tryLock() {
    return sync.take();
  }

  @Override
  public boolean tryLock(long time, TimeUnit unit) throws InterruptedException {
    long ns = unit.toNanos(time);
    if (Thread.interrupted()) {
      throw new InterruptedException();
    }
    return sync.take() || (ns > 0 && spun()) || sync.tryAcquireNanos(1, ns);
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

  /**
   * Looks at the lock for a while; true if it could be had. Not where others wait: who spins there
   * overtakes them, keeps a processor from them, and is itself the slow one of a thousand.
   */
  private boolean spun() {
    int limit = sync.hasQueuedThreads() ? 0 : spinning.begin();
    for (int looks = 0; looks < limit; looks++) {
      Thread.onSpinWait();
      if (sync.mayBeHad() && sync.take()) {
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
   * The state is how often the holder has acquired the lock. A lock that nobody holds is open to
   * all, or reserved: then only the first waiter may take it, or anybody while none waits. {@link
   * AbstractQueuedSynchronizer} keeps the queue, wakes its first thread at each release, and knows
   * interrupts, time limits and conditions. What is ours is who may take a lock that nobody holds.
   *
   * <p>An open lock is taken by a compare-and-swap, and counted by adding one, without a look at
   * the queue: what the first waiter takes so is counted, too. Only the release after the kth such
   * acquisition looks, while it still holds the lock.
   */
  private static final class Sync extends AbstractQueuedSynchronizer {
    private static final long serialVersionUID = 1;

    private static final int OPEN = 0;
    private static final int RESERVED = Integer.MIN_VALUE;

    /** Null if k is fixed. */
    private final transient BargeChoice choice;

    /** k. Written by the holder only. */
    private volatile int limit;

    /**
     * How many have taken the open lock since it was last reserved, or a release saw no waiter.
     * Read and written by the holder only: the state orders it.
     */
    private int barges;

    Sync(int limit, BargeChoice choice) {
      this.limit = limit;
      this.choice = choice;
      setState(unlessWaited());
    }

    /** With k = 0 nobody may take the lock without a look at the queue. */
    private int unlessWaited() {
      return limit == 0 ? RESERVED : OPEN;
    }

    boolean mayBeHad() {
      int state = getState();
      return state == OPEN || (state == RESERVED && !hasQueuedThreads());
    }

    Thread owner() {
      return getExclusiveOwnerThread();
    }

    /** By a thread that comes. */
    boolean take() {
      return takeOpen(1) || tryAcquire(1);
    }

    private boolean takeOpen(int times) {
      if (!compareAndSetState(OPEN, times)) {
        return false;
      }
      setExclusiveOwnerThread(Thread.currentThread());
      barges++;
      return true;
    }

    /** By a thread that comes, or the first in the queue. */
    @Override
    protected boolean tryAcquire(int times) {
      int state = getState();
      if (state == OPEN) {
        return takeOpen(times);
      }
      if (state == RESERVED) {
        return !hasQueuedPredecessors()
            && compareAndSetState(RESERVED, times)
            && takenReserved(times);
      }
      if (getExclusiveOwnerThread() != Thread.currentThread()) {
        return false;
      }
      if (state + times < 0) {
        throw new Error("the lock is held " + state + " times, which is the most");
      }
      setState(state + times);
      return true;
    }

    /**
     * The thread saw nobody before it in the queue. Between that look and the change of the state
     * another may have had the lock, and have reserved it for one who came meanwhile: then the lock
     * is given back, and the first waiter is woken again. Never so for the first waiter itself.
     */
    private boolean takenReserved(int times) {
      setExclusiveOwnerThread(Thread.currentThread());
      if (hasQueuedPredecessors()) {
        release(times);
        return false;
      }
      inTurn();
      return true;
    }

    private void inTurn() {
      if (choice != null) {
        if (!hasQueuedThreads()) {
          choice.nobodyWaits(); // the first waiter itself is in the queue until it returns
        }
        limit = choice.takenInTurn(barges);
      }
      barges = 0;
    }

    @Override
    protected boolean tryRelease(int times) {
      if (getExclusiveOwnerThread() != Thread.currentThread()) {
        throw new IllegalMonitorStateException(
            Thread.currentThread().getName() + " does not hold this lock");
      }
      int holds = getState() - times;
      if (holds > 0) {
        setState(holds);
        return false;
      }
      int free = barges < limit ? OPEN : whereMayBeWaited();
      setExclusiveOwnerThread(null);
      setState(free);
      return true;
    }

    /** The last barge is used: the state of the free lock, by whether somebody waits. */
    private int whereMayBeWaited() {
      if (!hasQueuedThreads()) {
        if (choice != null) {
          choice.nobodyWaits();
        }
        barges = 0;
        return unlessWaited();
      }
      if (choice != null) {
        choice.handingOver();
      }
      return RESERVED;
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
