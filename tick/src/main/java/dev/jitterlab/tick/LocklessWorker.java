package dev.jitterlab.tick;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;

/**
 * One worker of the {@code lockless} scheduler. {@link #step} runs the task that is due first,
 * whoever ran it before, or waits. It has no thread of its own.
 *
 * <p>{@link #step} belongs to one thread; all else may be called by any.
 */
final class LocklessWorker implements WorkerThread.Worker {
  /**
   * How long a task must have to wait for the end of a tick that another worker is woken for it.
   */
  static final long WORTH_A_WAKE_UP_NS = 50_000;

  /** A follower looks that often, since a worker in a tick of unforeseen length cannot call. */
  static final long LOOK_EVERY_NS = 10_000_000;

  private static final long IDLE_NS = 3_600_000_000_000L;

  private static final int AWAKE = 0;
  private static final int ASLEEP = 1;
  private static final int CALLED = 2;

  private final NanoClock clock;
  private final Waiter waiter;
  private final Runnable unpark;
  private final DueTasks tasks;
  private final Leadership watch;
  private final DueTasks.Found first = new DueTasks.Found();
  private final DueTasks.Found earlier = new DueTasks.Found();
  private final BooleanSupplier woken = this::isWoken;
  private final AtomicInteger state = new AtomicInteger(AWAKE);
  private TickThread thread = new TickThread();
  private volatile long sleepsUntilNs;

  /** When it wakes up by itself; of a follower, that may be later than a task is due. */
  private volatile long looksAtNs;

  private volatile boolean ended;

  /**
   * Creates an idle worker.
   *
   * @param unpark wakes the thread that calls {@link #step}, if it sleeps
   */
  LocklessWorker(
      NanoClock clock, Waiter waiter, Runnable unpark, DueTasks tasks, Leadership watch) {
    this.clock = clock;
    this.waiter = waiter;
    this.unpark = unpark;
    this.tasks = tasks;
    this.watch = watch;
    watch.add(this);
  }

  @Override
  public void runsOn(TickThread ownThread) {
    this.thread = ownThread;
  }

  @Override
  public void step() {
    boolean found = tasks.first(first);
    long nowNs = clock.nanoTime();
    if (!found) {
      await(nowNs + IDLE_NS, nowNs);
    } else if (first.dueNs - nowNs > 0) {
      await(first.dueNs, nowNs);
    } else {
      LocklessTask task = tasks.claim(first);
      if (task != null) {
        run(task, nowNs);
      }
    }
  }

  private void run(LocklessTask task, long nowNs) {
    watch.resign(this);
    long endNs = nowNs + task.expectedNs();
    if (tasks.first(first) && endNs - first.dueNs >= WORTH_A_WAKE_UP_NS) {
      watch.call();
    }
    boolean goesOn = false;
    Owner.enter(task);
    try {
      goesOn = task.runTick(thread);
    } finally {
      Owner.leave();
      if (goesOn) {
        task.learnExecution(thread.tick().executionNs());
        tasks.put(task);
      } else {
        tasks.remove(task);
      }
    }
  }

  private void await(long dueNs, long nowNs) {
    thread.times().beforeWait(nowNs, dueNs);
    sleepsUntilNs = dueNs; // first: who sees the leader reads it
    boolean leads = watch.lead(this);
    looksAtNs = leads ? dueNs : Math.max(dueNs - nowNs, LOOK_EVERY_NS) + nowNs;
    state.set(ASLEEP); // before the last look: who puts a task in sees this, or is seen
    if (leads) {
      waiter.await(dueNs, woken);
    } else {
      waiter.awaitAsleep(looksAtNs, woken);
    }
    if (state.getAndSet(AWAKE) == CALLED) {
      watch.risen();
    }
  }

  private boolean isWoken() {
    if (ended || state.get() == CALLED) {
      return true;
    }
    LocklessWorker leader = watch.leader();
    if (leader == this) {
      return tasks.first(earlier) && earlier.dueNs - sleepsUntilNs < 0;
    }
    return leader == null
        || (tasks.first(earlier) && earlier.dueNs + LOOK_EVERY_NS - looksAtNs < 0);
  }

  /** Returns until when it sleeps, or slept last. */
  long sleepsUntilNs() {
    return sleepsUntilNs;
  }

  /** Wakes it if it sleeps and nobody else has called it; returns whether that is so. */
  boolean call() {
    if (state.compareAndSet(ASLEEP, CALLED)) {
      unpark.run();
      return true;
    }
    return false;
  }

  /** Makes it look whether it is to sleep on if it would sleep longer than until then. */
  void lookBy(long timeNs) {
    if (looksAtNs - timeNs > 0 && state.get() == ASLEEP) {
      unpark.run();
    }
  }

  /** Makes a sleeping worker look whether it is to sleep on. */
  void unpark() {
    unpark.run();
  }

  /** Ends it: the step that may be running is the last one. */
  @Override
  public void end() {
    ended = true;
    unpark.run();
  }

  @Override
  public boolean hasEnded() {
    return ended;
  }
}
