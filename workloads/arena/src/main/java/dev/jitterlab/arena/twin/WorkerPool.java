package dev.jitterlab.arena.twin;

import dev.jitterlab.arena.world.ActiveObject;
import dev.jitterlab.tick.NanoClock;
import java.util.Optional;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * The paper's thread pool executor with delayed execution: one queue under one lock, and workers.
 */
final class WorkerPool implements ExecutionModel {
  private final NanoClock clock;
  private final Optional<WorkerTimes> times;
  private final ScheduledThreadPoolExecutor executor;

  WorkerPool(int threads, NanoClock clock, Optional<WorkerTimes> times) {
    this.clock = clock;
    this.times = times;
    executor =
        new ScheduledThreadPoolExecutor(
            threads,
            work ->
                new Thread(
                    times.<Runnable>map(figures -> () -> figures.thread(work)).orElse(work),
                    "arena-worker"));
    executor.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
    int unused = executor.prestartAllCoreThreads();
  }

  @Override
  public void start(ActiveObject object, long firstAfterNs) {
    later(new Update(object), firstAfterNs);
  }

  /** All updates of one object. */
  private final class Update implements Runnable {
    private final ActiveObject object;
    private final Runnable step = this::step;

    Update(ActiveObject object) {
      this.object = object;
    }

    @Override
    public void run() {
      try {
        if (times.isPresent()) {
          times.get().update(step);
        } else {
          step();
        }
      } catch (RuntimeException | Error e) { // the executor would keep it for nobody
        Thread thread = Thread.currentThread();
        thread.getUncaughtExceptionHandler().uncaughtException(thread, e);
      }
    }

    private void step() {
      if (object.run(clock.nanoTime())) {
        later(this, object.dueNs() - clock.nanoTime());
      }
    }
  }

  private void later(Runnable update, long afterNs) {
    try {
      ScheduledFuture<?> unused =
          executor.schedule(update, Math.max(0, afterNs), TimeUnit.NANOSECONDS);
    } catch (RejectedExecutionException e) {
      // It is being closed; whoever runs the world next starts the object anew.
    }
  }

  @Override
  public void close() {
    ThreadEnds.end(executor);
  }
}
