package dev.jitterlab.tick;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

/**
 * A thread of a scheduler, which steps one worker until that has ended.
 *
 * @param <W> the worker's own type
 */
final class WorkerThread<W extends WorkerThread.Worker> extends SettledThread {
  /** What the thread does. */
  interface Worker {
    /** Says what belongs to the thread that calls {@link #step}; before the first step. */
    void runsOn(TickThread thread);

    /** Runs one tick, or waits until there may be one to run. */
    void step();

    /** Ends it: the step that may be running is the last one. Any thread. */
    void end();

    /** Returns whether there is to be no other step. */
    boolean hasEnded();

    /** Is called after the last step. */
    default void afterLastStep() {}
  }

  private final Parker parker;
  private final W worker;

  /**
   * Says that the thread runs, by null, or what has kept it from that; then its worker has ended.
   */
  private final CompletableFuture<Throwable> started = new CompletableFuture<>();

  /**
   * Creates a thread; its owner starts it.
   *
   * @param number counts the threads of a scheduler, from 0
   * @param parker passes the time of the worker
   * @param worker makes the worker, which is given what wakes the thread
   */
  WorkerThread(
      TaskContext context,
      String name,
      int number,
      ThreadSettings settings,
      Parker parker,
      Function<Runnable, W> worker) {
    super(context, null, name, number, settings);
    this.parker = parker;
    this.worker = worker.apply(() -> parker.unpark(this));
  }

  /**
   * Starts all of them, or none: where the system has no thread left, those started end. It waits
   * until each of them runs or has failed to, so that no task is given to a worker that is about to
   * end.
   *
   * @throws IllegalStateException if all were started and have failed to run
   */
  static void startAll(List<? extends WorkerThread<?>> threads) {
    try {
      for (WorkerThread<?> thread : threads) {
        thread.context().starts(thread);
        thread.start();
      }
      awaitOne(threads);
    } catch (Throwable e) {
      threads.forEach(thread -> thread.worker().end());
      throw e;
    }
  }

  private static void awaitOne(List<? extends WorkerThread<?>> threads) {
    List<Throwable> failures = new ArrayList<>();
    for (WorkerThread<?> thread : threads) {
      Throwable failure = thread.started.join();
      if (failure != null) {
        failures.add(failure);
      }
    }
    if (failures.size() == threads.size()) {
      throw new IllegalStateException(
          "no worker thread of the scheduler could start; the first failed with " + failures.get(0),
          failures.get(0));
    }
  }

  W worker() {
    return worker;
  }

  @Override
  public void run() {
    try (TickThread thread = open()) {
      worker.runsOn(thread);
      started.complete(null);
      while (!worker.hasEnded()) {
        step();
      }
    } catch (Throwable e) {
      try {
        worker.end(); // it could not start: nobody would ever run its tasks
      } finally {
        started.complete(e);
      }
      throw e;
    } finally {
      worker.afterLastStep();
      parker.end();
    }
  }

  private void step() {
    try {
      worker.step();
    } catch (Throwable e) {
      tellHandler(this, e);
    }
    if (!worker.hasEnded()) {
      boolean unused = interrupted(); // left behind by a tick, its next one would end early
    }
  }

  /**
   * Tells a thread's handler of what a tick on it has thrown, whose task is stopped by now. The
   * thread goes on with its other tasks, also if the handler throws: that is ignored, as the JVM
   * ignores it.
   */
  static void tellHandler(Thread thread, Throwable failure) {
    try {
      thread.getUncaughtExceptionHandler().uncaughtException(thread, failure);
    } catch (Throwable e) {
      return;
    }
  }
}
