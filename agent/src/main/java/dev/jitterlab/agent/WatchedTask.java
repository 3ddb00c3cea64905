package dev.jitterlab.agent;

import dev.jitterlab.arrivals.WatchedSchedule;
import dev.jitterlab.tick.ExternalTask;
import dev.jitterlab.tick.NanoClock;
import java.util.concurrent.atomic.AtomicReferenceFieldUpdater;
import java.util.function.Consumer;

/**
 * One task of the server: what a tick method does for one receiver. A tick that runs belongs to the
 * thread that has begun it; a second call meanwhile is no tick of its own. In steady state nothing
 * is allocated and nothing waits.
 *
 * <p>It is a consumer so that instrumented code, which may see no class of ours, can hold it: told
 * null, or what the tick has thrown, its tick has ended.
 */
final class WatchedTask implements Consumer<Throwable> {
  private static final AtomicReferenceFieldUpdater<WatchedTask, Thread> RUNNER =
      AtomicReferenceFieldUpdater.newUpdater(WatchedTask.class, Thread.class, "runner");

  private final NanoClock clock;
  private final TickCalls calls;
  private final ExternalTask task;
  private final WatchedSchedule schedule;
  private final LateSignal late;

  /** Orders all other fields: they are touched by who is in it. */
  private volatile Thread runner;

  private long startedNs;

  /** Tells {@code task} of its ticks, and {@code calls} of what is none. */
  WatchedTask(
      NanoClock clock,
      TickCalls calls,
      ExternalTask task,
      WatchedSchedule schedule,
      LateSignal late) {
    this.clock = clock;
    this.calls = calls;
    this.task = task;
    this.schedule = schedule;
    this.late = late;
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
    task.begins();
    startedNs = clock.nanoTime(); // last, so that little of ours is in the execution
    return this;
  }

  @Override
  public void accept(Throwable failure) {
    long finishedNs = clock.nanoTime();
    if (runner != Thread.currentThread()) {
      return; // told twice
    }
    try {
      schedule.begin(startedNs);
      task.ticked(schedule.scheduledNs(), startedNs, finishedNs, schedule.isReanchored());
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
