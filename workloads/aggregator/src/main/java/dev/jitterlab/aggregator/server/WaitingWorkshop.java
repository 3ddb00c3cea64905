package dev.jitterlab.aggregator.server;

import dev.jitterlab.aggregator.door.Answer;
import dev.jitterlab.aggregator.door.RefusedException;
import dev.jitterlab.aggregator.door.RequestRefusal;
import dev.jitterlab.aggregator.page.AnswerPlan;
import dev.jitterlab.observer.UnavailableException;
import dev.jitterlab.program.DaemonThreads;
import java.lang.reflect.InvocationTargetException;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;

/** One thread for each request, which waits for its parts: of a pool, or a virtual one. */
final class WaitingWorkshop implements Workshop {
  private final ExecutorService threads;

  private WaitingWorkshop(ExecutorService threads) {
    this.threads = threads;
  }

  /**
   * A pool.
   *
   * @param count of threads
   * @param waiting most requests that wait for one
   */
  static WaitingWorkshop pool(int count, int waiting) {
    return new WaitingWorkshop(
        new ThreadPoolExecutor(
            count,
            count,
            0,
            TimeUnit.SECONDS,
            new ArrayBlockingQueue<>(waiting),
            DaemonThreads.numbered("answer-")));
  }

  /**
   * Virtual threads; as many as requests are let in.
   *
   * @throws UnavailableException if this JDK has none
   */
  static WaitingWorkshop virtual() throws UnavailableException {
    try {
      // Found by name: the program is compiled for Java 11.
      return new WaitingWorkshop(
          (ExecutorService)
              Executors.class.getMethod("newVirtualThreadPerTaskExecutor").invoke(null));
    } catch (NoSuchMethodException | IllegalAccessException | InvocationTargetException e) {
      throw new UnavailableException(
          "JDK "
              + Runtime.version().feature()
              + " has no virtual threads. Use JDK 21 or later, or --threads=pool");
    }
  }

  @Override
  public void work(AnswerPlan plan, BiConsumer<Answer, Throwable> done) throws RefusedException {
    try {
      threads.execute(() -> answer(plan, done));
    } catch (RejectedExecutionException e) {
      throw new RefusedException(RequestRefusal.THREADS, "Too busy. Try again in a second.");
    }
  }

  private static void answer(AnswerPlan plan, BiConsumer<Answer, Throwable> done) {
    Answer answer;
    try {
      answer = plan.begin().get().get();
    } catch (InterruptedException e) { // closed; this is no failure of the request
      Thread.currentThread().interrupt();
      return;
    } catch (ExecutionException | RuntimeException | Error e) {
      done.accept(null, e);
      return;
    }
    done.accept(answer, null);
  }

  @Override
  public void close() {
    threads.shutdownNow();
  }
}
