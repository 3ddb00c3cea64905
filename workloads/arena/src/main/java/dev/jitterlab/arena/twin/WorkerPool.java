package dev.jitterlab.arena.twin;

import dev.jitterlab.arena.world.ActiveObject;
import dev.jitterlab.tick.NanoClock;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * The paper's thread pool executor with delayed execution: one queue under one lock, and workers.
 */
final class WorkerPool implements ExecutionModel {
  private final NanoClock clock;
  private final ScheduledThreadPoolExecutor executor;

  WorkerPool(int threads, NanoClock clock) {
    this.clock = clock;
    executor = new ScheduledThreadPoolExecutor(threads);
    executor.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
    int unused = executor.prestartAllCoreThreads();
  }

  @Override
  public void start(ActiveObject object, long firstAfterNs) {
    later(
        new Runnable() { // one for all updates of the object
          @Override
          public void run() {
            if (object.run(clock.nanoTime())) {
              later(this, object.dueNs() - clock.nanoTime());
            }
          }
        },
        firstAfterNs);
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
    executor.shutdownNow();
    boolean interrupted = false;
    while (!executor.isTerminated()) {
      try {
        boolean unused = executor.awaitTermination(1, TimeUnit.SECONDS);
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
