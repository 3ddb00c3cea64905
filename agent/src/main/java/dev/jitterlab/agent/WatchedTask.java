package dev.jitterlab.agent;

import dev.jitterlab.arrivals.WatchedSchedule;
import dev.jitterlab.tick.ExternalTask;
import dev.jitterlab.tick.NanoClock;
import dev.jitterlab.tick.WaitWatch;
import dev.jitterlab.tick.WaitingPeriods;
import java.util.concurrent.atomic.AtomicReferenceFieldUpdater;
import java.util.function.Consumer;

/**
 * One task of the server: what a tick method does for one receiver. A tick that runs belongs to the
 * thread that has begun it; a second call meanwhile is no tick of its own. In steady state nothing
 * waits, and nothing is allocated, but for a tick in a virtual thread, which is watched.
 *
 * <p>It is a consumer so that instrumented code, which may see no class of ours, can hold it: told
 * null, or what the tick has thrown, its tick has ended.
 */
final class WatchedTask implements Consumer<Throwable> {
  private static final AtomicReferenceFieldUpdater<WatchedTask, Thread> RUNNER =
      AtomicReferenceFieldUpdater.newUpdater(WatchedTask.class, Thread.class, "runner");

  private static final long UNKNOWN = Long.MIN_VALUE;

  private final NanoClock clock;
  private final TickCalls calls;
  private final ExternalTask task;
  private final WatchedSchedule schedule;
  private final LateSignal late;
  private final WaitWatch waits;

  /** Orders all other fields: they are touched by who is in it. */
  private volatile Thread runner;

  /** When the last tick that began did so; {@link #UNKNOWN} before the first. */
  private long startedNs = UNKNOWN;

  private WaitWatch.Watched watched = WaitWatch.Watched.NOBODY;

  /** When the tick after the last one that ended is due; {@link #UNKNOWN} before the first. */
  private volatile long dueNs = UNKNOWN;

  /** Tells {@code task} of its ticks, and {@code calls} of what is none. */
  WatchedTask(
      NanoClock clock,
      TickCalls calls,
      ExternalTask task,
      WatchedSchedule schedule,
      LateSignal late,
      WaitWatch waits) {
    this.clock = clock;
    this.calls = calls;
    this.task = task;
    this.schedule = schedule;
    this.late = late;
    this.waits = waits;
  }

  /** Begins a tick. Returns null if one runs already: a call from within it is a part of it. */
  Consumer<Throwable> begin() {
    Thread current = Thread.currentThread();
    if (!RUNNER.compareAndSet(this, null, current)) {
      if (runner != current) {
        calls.overlapping.increment();
      }
      return null;
    }
    try {
      task.begins();
      watched = waits.watch(current);
      watched.begins();
      startedNs = clock.nanoTime(); // last, so that little of ours is in the execution
      return this;
    } catch (Throwable e) {
      WaitWatch.Watched ours = watched;
      runner = null; // else no later call would be a tick
      ours.close();
      throw e;
    }
  }

  /**
   * Returns the periods that are over while a tick runs, and in which no other one can begin. A
   * task in which nobody is may have ended: nothing is said of it. Any thread.
   *
   * @param periodNs the time between two ticks
   */
  WaitingPeriods waitingPeriods(long periodNs) {
    if (runner == null) {
      return WaitingPeriods.NONE;
    }
    long beganNs = startedNs;
    if (beganNs == UNKNOWN) {
      return WaitingPeriods.NONE; // its first tick is just beginning
    }
    long scheduledNs = dueNs;
    if (scheduledNs == UNKNOWN) {
      scheduledNs = beganNs;
    }
    long freeFromNs = scheduledNs + (beganNs - scheduledNs < periodNs ? periodNs : 0);
    return WaitingPeriods.of((clock.nanoTime() - freeFromNs) / periodNs, periodNs);
  }

  @Override
  public void accept(Throwable failure) {
    long finishedNs = clock.nanoTime();
    if (runner != Thread.currentThread()) {
      return; // told twice
    }
    try {
      watched.close();
      schedule.begin(startedNs);
      task.ticked(
          schedule.scheduledNs(),
          startedNs,
          finishedNs,
          schedule.missedPeriods() - schedule.surplusPeriods(),
          schedule.isReanchored());
      dueNs = schedule.nextDueNs();
      late.took(finishedNs - schedule.scheduledNs());
      if (failure != null) {
        calls.failed.increment();
      }
    } catch (Throwable e) {
      calls.broken(e);
    } finally {
      runner = null;
    }
  }
}
