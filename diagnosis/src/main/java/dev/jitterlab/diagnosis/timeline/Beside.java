package dev.jitterlab.diagnosis.timeline;

import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;

/**
 * A task that runs on a thread of its own, beside the one that started it. It must end by itself.
 * Not thread-safe.
 */
public final class Beside<T> {
  private final FutureTask<T> task;
  private final Thread thread;

  private Beside(String name, Callable<T> work) {
    task = new FutureTask<>(work);
    thread = Thread.ofPlatform().name(name).daemon().start(task);
  }

  /** Starts it. */
  public static <T> Beside<T> start(String name, Callable<T> work) {
    return new Beside<>(name, work);
  }

  /** Waits until it has ended, also if the waiting thread is interrupted. */
  public void await() {
    boolean interrupted = false;
    while (thread.isAlive()) {
      try {
        thread.join();
      } catch (InterruptedException _) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  /**
   * Its result, when it has ended.
   *
   * @throws RuntimeException if it ended with that; so it is with an {@link Error}
   */
  public T result() {
    await();
    try {
      return task.get();
    } catch (ExecutionException e) {
      switch (e.getCause()) {
        case RuntimeException known -> throw known;
        case Error known -> throw known;
        default -> throw new IllegalStateException(e.getCause());
      }
    } catch (InterruptedException e) {
      throw new IllegalStateException("it has ended", e);
    }
  }
}
