package dev.jitterlab.faults;

import java.util.concurrent.atomic.AtomicReference;

/**
 * What the server's instrumented methods call first. Usually that is three reads and a branch.
 * Thread-safe. Its state is static, because a static method is all that a foreign method can reach.
 */
public final class Entry {
  private static final Object GATE = new Object();
  private static final AtomicReference<Runnable> NEXT = new AtomicReference<>();
  private static volatile boolean closed;
  private static volatile boolean met;
  private static volatile int mode;
  private static volatile long napMs;

  /** Keeps the modes from being optimised away; that threads overwrite one another is all right. */
  private static int shape;

  private Entry() {}

  /** Is called first thing in an instrumented method. */
  public static void enter() {
    if (closed) {
      met = true;
      synchronized (GATE) {
        shape = 0;
      }
    }
    if (NEXT.get() != null) {
      Runnable turn = NEXT.getAndSet(null);
      if (turn != null) {
        turn.run();
      }
    }
    shape = Modes.next(mode, shape);
  }

  /** Has the next call of an instrumented method, on whichever thread, do this first. */
  static void once(Runnable turn) {
    NEXT.set(turn);
  }

  /** Takes back what no call has done. Returns whether there was something. */
  static boolean cancel() {
    return NEXT.getAndSet(null) != null;
  }

  /**
   * Holds the lock that all instrumented methods take meanwhile. Returns whether a call met it:
   * else it has delayed nothing.
   */
  static boolean close(long ms) throws InterruptedException {
    synchronized (GATE) {
      met = false;
      closed = true;
      Thread.sleep(ms);
      closed = false;
      return met;
    }
  }

  /** Has instrumented methods take a way that they have never taken. */
  static void mode(int number) {
    mode = number;
  }

  /** Says how long {@link #nap} is. */
  static void napFor(long ms) {
    napMs = ms;
  }

  /** Sleeps; also called from the initialiser of a class that was made for it. */
  public static void nap() {
    try {
      Thread.sleep(napMs);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
