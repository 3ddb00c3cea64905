package dev.jitterlab.bench;

import dev.jitterlab.lab.host.Processes;
import dev.jitterlab.lab.machine.GivingWay;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * Watches over processes that are measured, in a thread that gives way to them: to look after them
 * takes CPU four times a second, and the terminal's line with it. A thread of its own, since one
 * that has given way cannot take that back, and the processes that it starts would have to, too.
 */
public final class QuietWatch {
  private QuietWatch() {}

  /** As {@link Processes#watch}; the caller uses the processes again only when it returns. */
  public static void watch(Processes processes, double seconds, Runnable look)
      throws InterruptedException {
    try (ExecutorService thread =
        Executors.newSingleThreadExecutor(loop -> new Thread(loop, "bench-watch"))) {
      Future<?> watching =
          thread.submit(
              () -> {
                GivingWay.begin();
                processes.watch(seconds, look);
                return null;
              });
      try {
        watching.get();
      } catch (InterruptedException e) {
        thread.shutdownNow();
        throw e;
      } catch (ExecutionException e) {
        if (e.getCause() instanceof RuntimeException failure) {
          throw failure;
        }
        throw new IllegalStateException(e.getCause());
      }
    }
  }
}
