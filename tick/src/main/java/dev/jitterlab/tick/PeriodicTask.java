package dev.jitterlab.tick;

import java.util.Objects;
import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;

/**
 * A task with its schedule: knows when the next tick is due and runs it when told to. It has no
 * thread of its own and never waits, so any scheduler can drive it, and a test can step it.
 *
 * <p>Driven by one thread at a time, with a happens-before edge from one tick to the next; only
 * {@link #stop}, {@link #isStopped} and {@link #rate} may be called from anywhere.
 */
class PeriodicTask implements TaskHandle {
  private static final AtomicIntegerFieldUpdater<PeriodicTask> STOPPED =
      AtomicIntegerFieldUpdater.newUpdater(PeriodicTask.class, "stopped");

  private final TaskContext context;
  private final TickTask task;
  private final String name;
  private final TaskSchedule schedule;

  /** Null without a budget: most tasks have none. */
  private final BudgetMeter budget;

  private long index = -1;
  private long finishedNs;
  private int stride = 1;

  /** By how much the next tick was moved; 0 for most. */
  private long movedNs;

  private volatile int stopped;
  private volatile Rate wantedRate;

  PeriodicTask(TaskContext context, String name, Rate rate, TickTask task) {
    this(context, name, rate, TaskOptions.defaults(), task);
  }

  PeriodicTask(TaskContext context, String name, Rate rate, TaskOptions options, TickTask task) {
    this(
        context,
        name,
        new TaskSchedule(options.latePolicy(), rate, context.clock().nanoTime() + rate.periodNs()),
        options,
        task);
  }

  PeriodicTask(
      TaskContext context, String name, TaskSchedule schedule, TaskOptions options, TickTask task) {
    this.context = context;
    this.task = task;
    this.name = name;
    this.wantedRate = schedule.rate();
    this.schedule = schedule;
    this.budget =
        options.budget() == null
            ? null
            : new BudgetMeter(options.budget(), context.quarantinedTasks());
    context.started();
  }

  /** Returns when the next tick is due. */
  long deadlineNs() {
    return schedule.dueNs();
  }

  /** Returns the rate of the schedule; a change asked for is not in it before its first tick. */
  Rate scheduledRate() {
    return schedule.rate();
  }

  /** Returns whether no tick has run. */
  boolean isFirstTick() {
    return index < 0;
  }

  /** Returns when the last tick ended, if there was one. */
  long lastFinishedNs() {
    return finishedNs;
  }

  /** Returns the number of the last tick, or of the one that runs; -1 before the first. */
  long lastIndex() {
    return index;
  }

  /** Returns whether the next tick is in the future, and no period is left out before it. */
  boolean isAhead(long nowNs) {
    return stride == 1 && deadlineNs() - nowNs > 0;
  }

  /**
   * Starts a new schedule whose first tick is due then. That tick says so, if it is not the task's
   * first. To be called when {@link #isAhead}, or a period would go unaccounted for.
   */
  void moveTo(long dueNs) {
    if (index >= 0) {
      movedNs += dueNs - schedule.dueNs();
    }
    schedule.anchor(schedule.rate(), dueNs);
  }

  /** Returns whether the task exceeded its budget too often. Any thread. */
  boolean isQuarantined() {
    return budget != null && budget.isQuarantined();
  }

  /**
   * Runs the next tick now, due or not. Returns whether the task ticks on. When it throws (an Error
   * of the tick or of its listener, or whatever the failure handler throws), the task is stopped.
   *
   * @param thread the calling one's
   */
  boolean runTick(TickThread thread) {
    if (isStopped()) {
      return false;
    }
    boolean completed = false;
    try {
      tick(thread);
      completed = true;
    } finally {
      if (!completed) {
        stop();
      }
    }
    return !isStopped();
  }

  private void tick(TickThread thread) {
    Tick tick = thread.tick();
    begin(tick, context.clock().nanoTime());
    thread.times().started(tick);
    TickEvent recorded = thread.event();
    Exception failure = null;
    try {
      if (recorded != null) {
        recorded.begin();
      }
      task.tick(tick);
    } catch (Exception e) {
      failure = e;
    } catch (Error e) {
      context.failed();
      throw e;
    }
    finishedNs = context.clock().nanoTime();
    tick.finish(finishedNs);
    if (budget != null) {
      budget.measured(tick);
    }
    if (recorded != null) {
      recorded.end();
    }
    thread.times().finished(tick);
    stride = schedule.next();
    failure = report(tick, recorded, failure);
    if (failure != null) {
      context.failed();
      if (context.failureHandler().onFailure(tick, failure) == FailureHandler.Decision.STOP) {
        stop();
      }
    }
    if (tick.lateAction() == LateAction.STOP) {
      stop();
    }
  }

  private void begin(Tick tick, long nowNs) {
    tick.follow(name, index, finishedNs);
    schedule.begin(nowNs, stride, wantedRate, tick);
    if (movedNs != 0) {
      tick.moved(movedNs);
      movedNs = 0;
    }
    index = tick.index();
  }

  /** Tells the recording and the listener; a failing listener is a failure of the tick. */
  private Exception report(Tick tick, TickEvent recorded, Exception failure) {
    try {
      if (recorded != null) {
        recorded.commit(tick);
      }
      context.listener().onTick(tick);
      return failure;
    } catch (RuntimeException e) {
      if (failure == null) {
        return e;
      }
      failure.addSuppressed(e);
      return failure;
    } catch (Error e) {
      context.failed();
      throw e;
    }
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public void rate(Rate rate) {
    wantedRate = Objects.requireNonNull(rate, "rate");
  }

  @Override
  public void stop() {
    if (STOPPED.compareAndSet(this, 0, 1)) {
      context.stopped();
      if (budget != null) {
        budget.end();
      }
    }
  }

  @Override
  public boolean isStopped() {
    return stopped != 0;
  }
}
