package dev.jitterlab.tick;

import java.util.concurrent.atomic.AtomicBoolean;

/**
 * A task with its schedule: knows when the next tick is due and runs it when told to. It has no
 * thread of its own and never waits, so any scheduler can drive it, and a test can step it.
 *
 * <p>Driven by one thread at a time, with a happens-before edge from one tick to the next; only
 * {@link #stop} and {@link #isStopped} may be called from anywhere.
 */
final class PeriodicTask implements TaskHandle {
  private final TaskContext context;
  private final Rate rate;
  private final TickTask task;
  private final long firstNs;
  private final Tick tick;
  private final TickEvent event = new TickEvent();
  private final AtomicBoolean stopped = new AtomicBoolean();
  private long deadlineNs;

  PeriodicTask(TaskContext context, String name, Rate rate, TickTask task) {
    this.context = context;
    this.rate = rate;
    this.task = task;
    this.tick = new Tick(name, rate);
    this.firstNs = context.clock().nanoTime() + rate.periodNs();
    this.deadlineNs = firstNs;
    context.started();
  }

  /** Returns when the next tick is due. */
  long deadlineNs() {
    return deadlineNs;
  }

  /** Runs the next tick now, due or not. Returns whether the task ticks on. */
  boolean runTick() {
    if (isStopped()) {
      return false;
    }
    tick.start(deadlineNs, context.clock().nanoTime());
    Exception failure = null;
    try {
      event.begin();
      task.tick(tick);
    } catch (Exception e) {
      failure = e;
    } catch (Error e) {
      context.failed();
      stop();
      throw e;
    }
    tick.finish(context.clock().nanoTime());
    event.end();
    deadlineNs = firstNs + rate.offsetNs(tick.index() + 1);
    failure = report(failure);
    if (failure != null) {
      context.failed();
      if (context.failureHandler().onFailure(tick, failure) == FailureHandler.Decision.STOP) {
        stop();
      }
    }
    return !isStopped();
  }

  /** Tells the recording and the listener; a failing listener is a failure of the tick. */
  private Exception report(Exception failure) {
    try {
      event.commit(tick);
      context.listener().onTick(tick);
      return failure;
    } catch (RuntimeException e) {
      if (failure == null) {
        return e;
      }
      failure.addSuppressed(e);
      return failure;
    }
  }

  @Override
  public String name() {
    return tick.task();
  }

  @Override
  public void stop() {
    if (stopped.compareAndSet(false, true)) {
      context.stopped();
    }
  }

  @Override
  public boolean isStopped() {
    return stopped.get();
  }
}
