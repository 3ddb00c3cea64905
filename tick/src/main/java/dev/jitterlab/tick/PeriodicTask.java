package dev.jitterlab.tick;

import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;
import java.util.concurrent.atomic.AtomicReferenceFieldUpdater;

/**
 * A task with its schedule: knows when the next tick is due and runs it when told to. It has no
 * thread of its own and never waits, so any scheduler can drive it, and a test can step it.
 *
 * <p>Driven by one thread at a time, with a happens-before edge from one tick to the next; only
 * {@link TaskHandle}'s methods and {@link #end} may be called from anywhere.
 */
class PeriodicTask implements TaskHandle {
  private static final AtomicReferenceFieldUpdater<PeriodicTask, TaskEnd> ENDED =
      AtomicReferenceFieldUpdater.newUpdater(PeriodicTask.class, TaskEnd.class, "ended");

  private static final AtomicIntegerFieldUpdater<PeriodicTask> UNTOLD =
      AtomicIntegerFieldUpdater.newUpdater(PeriodicTask.class, "untold");

  /** No tick runs. */
  private static final int IDLE = -1;

  private final TaskContext context;

  /** Null from its end on: what it ticks shall live no longer for being linked or held. */
  private TickTask task;

  private final String name;
  private final TaskSchedule schedule;

  /** Null without a budget: most tasks have none. */
  private final BudgetMeter budget;

  private long index = -1;
  private long finishedNs;

  /** By how much the next tick was moved; 0 for most. */
  private long movedNs;

  /** The task that started before this one; {@link ActiveTasks} links them. */
  PeriodicTask older;

  /** The overdue periods of the running tick, or {@link #IDLE}. */
  private volatile int untold = IDLE;

  /** Null while it runs. */
  private volatile TaskEnd ended;

  /** The newest of what is to be done before the next tick; null for nothing, and after the end. */
  volatile PendingWork pending;

  private volatile Rate wantedRate;

  PeriodicTask(TaskContext context, String name, Rate rate, TickTask task) {
    this(context, name, rate, TaskOptions.defaults(), task);
  }

  PeriodicTask(TaskContext context, String name, Rate rate, TaskOptions options, TickTask task) {
    this(
        context,
        name,
        new TaskSchedule(
            options.latePolicy(),
            Objects.requireNonNull(rate, "rate"),
            context.clock().nanoTime() + options.firstAfterNs(rate)),
        options,
        task);
  }

  PeriodicTask(
      TaskContext context, String name, TaskSchedule schedule, TaskOptions options, TickTask task) {
    this.context = context;
    this.task = Objects.requireNonNull(task, "task");
    this.name = Objects.requireNonNull(name, "name");
    this.wantedRate = schedule.rate();
    this.schedule = schedule;
    this.budget =
        options.budget() == null
            ? null
            : new BudgetMeter(options.budget(), context.quarantinedTasks());
    context.started(this);
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
    return schedule.stride() == 1 && deadlineNs() - nowNs > 0;
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

  /** Returns whether the schedule was moved since the last tick began. */
  boolean isMoved() {
    return movedNs != 0;
  }

  /**
   * Returns the periods that are over and whose own tick has not begun, as far as the listener was
   * not told of them; none of a task that is stopped. Any thread; may be a tick behind.
   */
  WaitingPeriods waitingPeriods(long nowNs) {
    if (isStopped()) {
      return WaitingPeriods.NONE;
    }
    int told = untold;
    long freeFromNs = told == IDLE ? schedule.freeFromNs() : schedule.followingNs();
    return schedule.waiting(Math.max(0, nowNs - freeFromNs)).plus(schedule.overdue(told));
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
    TickTask own = task;
    if (isStopped() || own == null) {
      return false;
    }
    try {
      tick(thread, own);
    } catch (Throwable e) {
      end(TaskEnd.Reason.FAILED, e);
      throw e;
    }
    return !isStopped();
  }

  private void tick(TickThread thread, TickTask own) {
    Tick tick = thread.tick();
    begin(tick, context.clock().nanoTime());
    thread.times().started(tick);
    TickEvent recorded = thread.event();
    Exception failure = null;
    try {
      if (recorded != null) {
        recorded.begin();
      }
      if (pending != null) {
        failure = PendingWork.doAll(this);
      }
      own.tick(tick);
    } catch (Exception e) {
      failure = both(failure, e);
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
    schedule.next();
    failure = report(tick, recorded, failure);
    UNTOLD.lazySet(this, IDLE);
    if (failure != null) {
      context.failed();
      if (context.failureHandler().onFailure(tick, failure) == FailureHandler.Decision.STOP) {
        end(TaskEnd.Reason.FAILED, failure);
      }
    }
    if (tick.lateAction() == LateAction.STOP) {
      end(TaskEnd.Reason.TOO_LATE, null);
    }
  }

  private void begin(Tick tick, long nowNs) {
    tick.follow(name, index, finishedNs);
    schedule.begin(nowNs, wantedRate, tick);
    if (movedNs != 0) {
      tick.moved(movedNs);
      movedNs = 0;
    }
    index = tick.index();
    UNTOLD.lazySet(this, (int) Math.min(Integer.MAX_VALUE, tick.overduePeriods()));
  }

  /** Tells the recording and the listener; a failing listener is a failure of the tick. */
  private Exception report(Tick tick, TickEvent recorded, Exception failure) {
    try {
      if (recorded != null) {
        recorded.commit(tick);
      }
      context.listener().onTick(tick);
      return failure;
    } catch (Exception e) { // also a checked one: not all code is Java's
      return both(failure, e);
    } catch (Error e) {
      context.failed();
      throw e;
    }
  }

  /**
   * Returns the first failure, with the second suppressed. The same one may be thrown twice: a JVM
   * keeps some exceptions ready for code that throws them often. That is one failure.
   */
  static Exception both(Exception first, Exception second) {
    if (first == null) {
      return second;
    }
    if (first != second) {
      first.addSuppressed(second);
    }
    return first;
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
  public final void stop() {
    end(TaskEnd.Reason.STOPPED, null);
  }

  /** Ends the task; the first call decides what it ended for. Any thread. */
  void end(TaskEnd.Reason reason, Throwable failure) {
    if (ended == null
        && ENDED.compareAndSet(
            this, null, new TaskEnd(reason, failure, context.clock().nanoTime()))) {
      task = null;
      pending = null;
      context.stopped();
      if (budget != null) {
        budget.end();
      }
    }
  }

  @Override
  public final boolean isStopped() {
    return ended != null;
  }

  @Override
  public final Optional<TaskEnd> end() {
    return Optional.ofNullable(ended);
  }

  @Override
  public final boolean execute(Runnable work) {
    Objects.requireNonNull(work, "work");
    if (isStopped() || !PendingWork.add(this, work)) {
      return false;
    }
    if (isStopped()) { // asked last: who ends the task takes the work out, or it is taken out here
      pending = null;
    }
    return true;
  }
}
