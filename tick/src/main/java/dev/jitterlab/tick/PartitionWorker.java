package dev.jitterlab.tick;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/**
 * One worker of the {@code partitioned} scheduler. {@link #step} takes in what changed, then runs
 * the tick that is due, or takes over an overdue one, or waits. It has no thread of its own. Which
 * tasks it has, and how they come and go, is {@link Custody}.
 *
 * <p>{@link #step}, {@link #together} and {@link #others} belong to one thread; all else may be
 * called by any.
 */
final class PartitionWorker implements WorkerThread.Worker {
  private static final long IDLE_NS = 3_600_000_000_000L;

  /**
   * A look so shortly before its own tick would make that one late: a sleep ends late at times.
   * Where the waiter ends its sleeps even sooner, the look must not be the end of a sleep, either.
   */
  private static final long NO_LOOK_NS = 200_000;

  private final NanoClock clock;
  private final Waiter waiter;
  private final Runnable unpark;
  private final WorkerTasks tasks;
  private final WorkerLoad load = new WorkerLoad();
  private final Custody custody;
  private final TakeOver takeOver;
  private final Rebalancer balance;
  private final BooleanSupplier woken = this::isWoken;
  private TickThread thread = new TickThread();
  private volatile long sleepsUntilNs;
  private volatile boolean asleep;
  private volatile boolean ended;

  /**
   * Creates an idle worker.
   *
   * @param unpark wakes the thread that calls {@link #step}, if it sleeps
   */
  PartitionWorker(NanoClock clock, Waiter waiter, Runnable unpark) {
    long nowNs = clock.nanoTime();
    this.clock = clock;
    this.waiter = waiter;
    this.unpark = unpark;
    this.tasks = new WorkerTasks(nowNs + IDLE_NS);
    this.custody = new Custody(this, tasks, load);
    this.takeOver = new TakeOver(this);
    this.balance = new Rebalancer(this, nowNs);
  }

  /** Makes them the workers of one scheduler, which help one another; before their first steps. */
  static void together(List<PartitionWorker> workers) {
    Lookouts lookouts = new Lookouts();
    BatchStarts starts = new BatchStarts();
    for (int i = 0; i < workers.size(); i++) {
      workers.get(i).others(workers, lookouts);
      workers.get(i).custody.among(starts, i, workers.size());
    }
  }

  /**
   * Says whose overdue ticks it may take over, and who may get its tasks; before the first step.
   *
   * @param lookouts what all of them watch with
   */
  void others(List<PartitionWorker> workers, Lookouts lookouts) {
    List<PartitionWorker> others = new ArrayList<>(workers);
    others.remove(this);
    takeOver.others(others, lookouts);
    balance.workers(workers);
  }

  /**
   * Says which tasks it keeps, those in quarantine or those that are not; before the first step.
   *
   * @param forQuarantined whether it keeps those in quarantine
   * @param otherSide to whom a task goes that it does not keep; where it gives null, the task is
   *     stopped
   */
  void keeps(boolean forQuarantined, Supplier<PartitionWorker> otherSide) {
    custody.keeps(forQuarantined, otherSide);
  }

  @Override
  public void runsOn(TickThread ownThread) {
    this.thread = ownThread;
  }

  @Override
  public void step() {
    takeIn();
    OwnedTask next = tasks.heap().first();
    long nowNs = clock.nanoTime();
    if (next != null && next.keyNs - nowNs <= 0) {
      if (!takeOver.isPossible() || !takeOver.runMoreOverdue(next.keyNs, nowNs, thread)) {
        runDue(next, nowNs);
      }
    } else {
      long dueNs = next == null ? nowNs + IDLE_NS : next.keyNs;
      if (!takeOver.isPossible() || !takeOver.runOverdue(dueNs, nowNs, thread)) {
        await(dueNs, nowNs);
      }
    }
  }

  /** Looks at what changed: the first part of a step. */
  void takeIn() {
    custody.takeIn();
    balance.keepWithinLoad(); // of stopped tasks, nothing can be given any more
  }

  private void runDue(OwnedTask task, long fromNs) {
    if (!custody.claimDue(task)) {
      return;
    }
    PartitionWorker home = null;
    long expectedNs = task.expectedNs();
    try {
      boolean goesOn = task.runTick(thread);
      task.learn(task.lastFinishedNs() - fromNs);
      if (goesOn) {
        PartitionWorker side = custody.sideOf(task);
        home = side == this ? balance.home(task, thread.tick()) : side;
      }
      custody.keep(task, home, task.lastFinishedNs());
    } catch (Throwable e) {
      task.end(TaskEnd.Reason.FAILED, e);
      throw e;
    } finally {
      custody.letGo(task, home);
    }
    long nowNs = clock.nanoTime();
    if (home == this) {
      custody.measured(task, nowNs - fromNs, expectedNs);
    }
    OwnedTask next = tasks.heap().first();
    if (next != null && nowNs - next.keyNs >= TakeOver.OVERDUE_NS) {
      takeOver.callForHelp();
    }
  }

  private void await(long dueNs, long nowNs) {
    thread.times().beforeWait(nowNs, dueNs);
    tasks.earliestNs(dueNs);
    long lookNs = takeOver.isPossible() ? takeOver.nextLookNs(nowNs) : dueNs;
    long noLookNs = Math.max(NO_LOOK_NS, waiter.marginNs(nowNs));
    boolean looksFirst = lookNs - (dueNs - noLookNs) < 0;
    sleepsUntilNs = looksFirst ? lookNs : dueNs;
    asleep = true; // before the inbox is seen to be empty: who fills it sees this, or is seen
    if (looksFirst) {
      waiter.awaitRoughly(sleepsUntilNs, woken);
    } else {
      waiter.await(dueNs, woken);
    }
    asleep = false;
  }

  private boolean isWoken() {
    return ended || takeOver.isWanted() || !custody.isEmpty();
  }

  /** Takes a new task in. */
  void add(OwnedTask task) {
    load.count(task);
    arrived(task);
  }

  /** Takes in a task that is this worker's from now on. */
  void arrived(OwnedTask task) {
    tasks.inbox().offer(task);
    if (ended) {
      task.end(TaskEnd.Reason.CLOSED, null);
    } else if (asleep) {
      unpark.run();
    }
  }

  /** Sees to a task that was stopped or handed back; wakes up only if that is urgent. */
  void changed(OwnedTask task) {
    tasks.inbox().offer(task);
    if (ended) {
      task.end(TaskEnd.Reason.CLOSED, null);
    } else if (asleep && !task.isStopped() && task.readyNs() - sleepsUntilNs < 0) {
      unpark.run();
    }
  }

  /** Returns whether it waits. Any thread. */
  boolean isAsleep() {
    return asleep;
  }

  /** Asks for help with overdue ticks; false if this worker is not idle or was asked already. */
  boolean help() {
    if (asleep && takeOver.want()) {
      unpark.run();
      return true;
    }
    return false;
  }

  /** Stops all tasks; the step that may be running is the last one. */
  @Override
  public void end() {
    ended = true;
    unpark.run();
    tasks.stopAll();
  }

  @Override
  public boolean hasEnded() {
    return ended;
  }

  @Override
  public void afterLastStep() {
    tasks.stopAll();
  }

  WorkerTasks tasks() {
    return tasks;
  }

  WorkerLoad load() {
    return load;
  }

  long nowNs() {
    return clock.nanoTime();
  }

  /** Returns how many ticks of others it has run. */
  long takenOver() {
    return takeOver.count();
  }
}
