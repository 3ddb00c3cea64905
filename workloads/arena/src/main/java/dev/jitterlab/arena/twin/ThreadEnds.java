package dev.jitterlab.arena.twin;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.TimeUnit;

/** Waits for threads that were told to end, whoever interrupts the waiting. */
public final class ThreadEnds {
  private ThreadEnds() {}

  static void await(Thread thread) {
    boolean interrupted = false;
    while (thread.isAlive()) {
      try {
        thread.join();
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  /** Tells an executor to end now, and waits until none of its threads runs anything. */
  public static void end(ExecutorService executor) {
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
