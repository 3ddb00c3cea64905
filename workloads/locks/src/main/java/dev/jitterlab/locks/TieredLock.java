package dev.jitterlab.locks;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.LockSupport;

/**
 * The locks of IBM's paper (Dimpsey, Arora and Kuiper, "Java server performance", 2000: "Contention
 * behavior" and "Monitor fairness"), from their description. A thread spins, then yields, then
 * blocks in a queue; each stage may be left out, or go on for ever. What a release does for those
 * who sleep is the policy of fairness. Thread-safe; not reentrant.
 */
final class TieredLock implements HotLock {
  /** What a release does for those who are in the queue. */
  enum Release {
    /** The lock is handed to the longest waiter: it is never free while one waits ("strict"). */
    HAND_OVER,
    /** The lock becomes free, and the longest waiter is woken to try ("greedy"). */
    WAKE_ONE,
    /** The lock becomes free, and all are woken to try ("greedy-random": the thundering herd). */
    WAKE_ALL
  }

  /** A stage that never ends. */
  static final int FOR_EVER = Integer.MAX_VALUE;

  // IBM keeps its numbers secret. These are of the order of a context switch.
  static final int SPINS = 1_000;
  static final int YIELDS = 10;

  private static final int FREE = 0;
  private static final int HELD = 1;
  private static final VarHandle STATE;

  static {
    try {
      STATE = MethodHandles.lookup().findVarHandle(TieredLock.class, "state", int.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private static final class Waiter {
    final Thread thread = Thread.currentThread();

    /** The releasing thread made it the holder. */
    volatile boolean isGranted;
  }

  private final int spins;
  private final int yields;
  private final Release release;
  private final Queue<Waiter> queue = new ConcurrentLinkedQueue<>();

  @SuppressWarnings("unused") // by STATE
  private volatile int state;

  /**
   * A free lock.
   *
   * @param spins how many looks before it yields, 0 for none
   * @param yields how many yields before it blocks, 0 for none
   */
  TieredLock(int spins, int yields, Release release) {
    this.spins = spins;
    this.yields = yields;
    this.release = release;
  }

  @Override
  public Ending hold(Runnable work) {
    Ending ending = acquire();
    try {
      work.run();
    } finally {
      release();
    }
    return ending;
  }

  @SuppressWarnings("ThreadPriorityCheck") // yielding is what is measured
  private Ending acquire() {
    if (taken()) {
      return Ending.AT_ONCE;
    }
    for (int i = 0; i < spins; i++) {
      Thread.onSpinWait();
      if (taken()) {
        return Ending.SPIN;
      }
    }
    for (int i = 0; i < yields; i++) {
      Thread.yield();
      if (taken()) {
        return Ending.YIELD;
      }
    }
    block();
    return Ending.BLOCK;
  }

  private boolean taken() {
    return state == FREE && STATE.compareAndSet(this, FREE, HELD);
  }

  /** A release that has not seen the waiter left the lock free: so each looks once more. */
  private void block() {
    Waiter waiter = new Waiter();
    queue.add(waiter);
    boolean interrupted = false;
    while (true) {
      if (waiter.isGranted) {
        break;
      }
      if (taken()) {
        queue.remove(waiter); // nobody can have granted it: only a holder does
        break;
      }
      LockSupport.park(this);
      interrupted |= Thread.interrupted(); // or it could not sleep again
    }
    if (interrupted) {
      waiter.thread.interrupt();
    }
  }

  private void release() {
    if (release == Release.HAND_OVER) {
      handOver();
      return;
    }
    state = FREE;
    for (Waiter waiter : queue) {
      LockSupport.unpark(waiter.thread);
      if (release == Release.WAKE_ONE) {
        return;
      }
    }
  }

  private void handOver() {
    do {
      Waiter next = queue.poll();
      if (next != null) {
        next.isGranted = true;
        LockSupport.unpark(next.thread);
        return;
      }
      state = FREE;
      // One may have come between the look and the release; then somebody has to see to it.
    } while (!queue.isEmpty() && taken());
  }
}
