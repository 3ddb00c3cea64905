package dev.jitterlab.tick;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;

/**
 * Records when virtual threads wait. Flight Recorder has no event for a virtual thread that is
 * parked, nor, from JDK 24 on, for one that waits for a monitor: its tick is late, and nothing says
 * why. So a thread of the watch looks every few milliseconds at the virtual threads that are at
 * work. Who is seen waiting gets an event, {@code jitterlab.ThreadWait}, from the first to the last
 * look that saw it wait at the same work.
 *
 * <p>What it cannot see: waits shorter than the time between two looks, and who holds the lock. It
 * looks every {@link #LOOK_NS}, and more rarely if it watches more than 500 threads, so that
 * looking takes about a hundredth of a core at most. While nobody records the event, it looks at
 * nothing.
 *
 * <p>Thread-safe. A thread that is watched pays two volatile writes for each work. Neither it nor
 * one that is to be watched ever waits for a look.
 */
public final class WaitWatch implements AutoCloseable {
  /** The time between two looks. */
  static final long LOOK_NS = 5_000_000;

  /** The time between two looks for each thread that is watched: a hundred times what it takes. */
  private static final long LOOK_NS_PER_THREAD = 10_000;

  /** How often it looks whether somebody records by now. */
  private static final long IDLE_NS = 500_000_000;

  /** {@code Thread.isVirtual}, which JDK 21 brought; null before. */
  private static final MethodHandle IS_VIRTUAL = isVirtual();

  private final Set<Watched> all = ConcurrentHashMap.newKeySet();

  /** The watch's own thread, once it has started. */
  private volatile Thread looker;

  private volatile boolean closed;

  /**
   * Watches a thread until what is returned is closed. A thread that is not virtual is not watched,
   * because Flight Recorder sees its waits.
   */
  public Watched watch(Thread thread) {
    Objects.requireNonNull(thread, "thread");
    return isVirtual(thread) ? watchAny(thread) : Watched.NOBODY;
  }

  /** The same of any thread. */
  Watched watchAny(Thread thread) {
    if (looker == null) {
      startLooking(); // first: if there is no thread for it, nothing is watched
    }
    Watched watched = new Watched(this, thread);
    all.add(watched);
    if (closed) {
      all.remove(watched);
    }
    return watched;
  }

  private static MethodHandle isVirtual() {
    try {
      return MethodHandles.publicLookup()
          .findVirtual(Thread.class, "isVirtual", MethodType.methodType(boolean.class));
    } catch (ReflectiveOperationException e) {
      return null; // then there are no virtual threads
    }
  }

  private static boolean isVirtual(Thread thread) {
    try {
      return IS_VIRTUAL != null && (boolean) IS_VIRTUAL.invokeExact(thread);
    } catch (Throwable e) {
      throw new AssertionError("Thread.isVirtual throws nothing", e);
    }
  }

  private synchronized void startLooking() {
    if (looker == null && !closed) {
      Thread starting = new Thread(this::run, "jitterlab-wait-watch");
      starting.setDaemon(true);
      starting.start();
      looker = starting;
    }
  }

  private void run() {
    boolean said = false;
    while (!closed) {
      long restNs = IDLE_NS;
      try {
        restNs = lookIfRecorded();
      } catch (Throwable e) { // also an Error: there may be memory again
        said = said || say(e);
      }
      LockSupport.parkNanos(this, restNs);
    }
  }

  /** Returns how long to rest after it. */
  private long lookIfRecorded() {
    if (!Recording.isOn()) {
      forget();
      return IDLE_NS;
    }
    look();
    return Math.max(LOOK_NS, all.size() * LOOK_NS_PER_THREAD);
  }

  private static boolean say(Throwable failure) {
    try {
      System.getLogger(WaitWatch.class.getName())
          .log(
              System.Logger.Level.WARNING,
              "a look at waiting virtual threads failed; later failures are not logged",
              failure);
      return true;
    } catch (Throwable e) {
      return false; // for want of memory, perhaps: the next failure is said
    }
  }

  /** Looks at each thread once. */
  synchronized void look() {
    all.forEach(Watched::look);
  }

  /** Returns how many threads are watched. */
  int watched() {
    return all.size();
  }

  private synchronized void forget() {
    all.forEach(Watched::forget);
  }

  /** Ends looking. Waits that have ended are recorded, those that go on are lost. */
  @Override
  public void close() {
    closed = true;
    look();
    synchronized (this) {
      LockSupport.unpark(looker);
    }
    all.clear();
  }

  /**
   * Loaded when the first virtual thread is watched: only then a recording has the event's type.
   */
  private static final class Recording {
    private static final ThreadWaitEvent PROBE = new ThreadWaitEvent();

    private Recording() {}

    static boolean isOn() {
      return PROBE.isEnabled();
    }
  }

  /** A thread that is watched. {@link #begins} and {@link #ends} are for this thread only. */
  public static final class Watched implements AutoCloseable {
    /** Watches no thread. */
    public static final Watched NOBODY = new Watched(null, null);

    private final WaitWatch by;
    private final Thread thread;

    /** How often it began or ended a work: odd while it is at work. The thread's. */
    private int turns;

    /** The same, for the watch. */
    private volatile int work;

    /** Whether it is to be watched no longer. */
    private volatile boolean closed;

    /** The event of the wait that was seen last, until it is recorded. Written by the watch. */
    private volatile ThreadWaitEvent wait;

    /** The work that waited. The watch's. */
    private int waiting;

    private Watched(WaitWatch by, Thread thread) {
      this.by = by;
      this.thread = thread;
    }

    /** Says that the thread begins a work. */
    public void begins() {
      turn();
    }

    /** Says that the work is done. */
    public void ends() {
      turn();
    }

    private void turn() {
      if (by != null) {
        work = ++turns;
      }
    }

    /** Watches the thread no longer; its work, if it is in one, has ended. */
    @Override
    public void close() {
      if (by != null) {
        closed = true;
        if (wait == null) {
          by.all.remove(this); // else the next look records the wait, and removes it
        }
      }
    }

    private void forget() {
      wait = null;
      removeIfClosed();
    }

    private void removeIfClosed() {
      if (closed) {
        by.all.remove(this);
      }
    }

    private void look() {
      int seen = work;
      boolean waits = !closed && seen % 2 != 0 && isWaiting(thread.getState()) && work == seen;
      ThreadWaitEvent event = wait;
      if (event != null && (!waits || seen != waiting)) {
        event.commit(); // its end is the last look that saw it
        event = null;
      }
      if (waits) {
        if (event == null) {
          waiting = seen;
          event = new ThreadWaitEvent();
          event.begin();
          describe(event);
        }
        event.end();
      }
      wait = event;
      removeIfClosed();
    }

    private void describe(ThreadWaitEvent event) {
      StackTraceElement[] stack = thread.getStackTrace();
      event.waiter = thread;
      event.lock = isForLock(thread.getState(), stack);
      event.place = place(stack);
    }

    private static boolean isWaiting(Thread.State state) {
      return state == Thread.State.BLOCKED
          || state == Thread.State.WAITING
          || state == Thread.State.TIMED_WAITING;
    }
  }

  /** Whether a thread with that stack waits for a monitor, or for a lock of the JDK. */
  static boolean isForLock(Thread.State state, StackTraceElement[] stack) {
    if (state == Thread.State.BLOCKED) {
      return true;
    }
    boolean isQueued = false;
    for (StackTraceElement frame : stack) {
      String type = frame.getClassName();
      boolean isOfLocks = type.startsWith("java.util.concurrent.locks.");
      if (type.endsWith("$ConditionObject")) {
        return false; // it waits for a signal
      }
      if (isOfLocks && type.contains(".Abstract")) {
        isQueued = true;
      } else if (isQueued || type.contains(".StampedLock")) {
        return isOfLocks || !isOfJdk(type); // not a semaphore's queue, or a latch's
      } else if (!isOfJdk(type)) {
        return false;
      }
    }
    return false;
  }

  /** Such as {@code acme.Room.enter, line 12}; empty without frames. */
  static String place(StackTraceElement[] stack) {
    for (StackTraceElement frame : stack) {
      if (!isOfJdk(frame.getClassName())) {
        int line = frame.getLineNumber();
        return frame.getClassName()
            + "."
            + frame.getMethodName()
            + (line > 0 ? ", line " + line : "");
      }
    }
    return stack.length == 0 ? "" : stack[0].getClassName() + "." + stack[0].getMethodName();
  }

  private static boolean isOfJdk(String type) {
    return type.startsWith("java.") || type.startsWith("jdk.") || type.startsWith("sun.");
  }
}
