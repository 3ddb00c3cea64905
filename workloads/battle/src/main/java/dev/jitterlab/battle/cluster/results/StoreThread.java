package dev.jitterlab.battle.cluster.results;

import dev.jitterlab.battle.http.HttpError;
import dev.jitterlab.battle.http.JsonAnswer;
import java.sql.SQLException;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * The one thread that waits for the disk, and owns the store. What it has not got to yet is
 * bounded; more is refused with 503. Thread-safe.
 */
final class StoreThread implements AutoCloseable {
  private static final System.Logger LOG = System.getLogger(StoreThread.class.getName());
  private static final int WAITING = 2_000;

  /** Something that asks the store. */
  @FunctionalInterface
  interface Question {
    JsonAnswer ask(ResultStore store) throws SQLException;
  }

  private final ResultStore store;
  private final ThreadPoolExecutor thread =
      new ThreadPoolExecutor(
          1,
          1,
          0,
          TimeUnit.SECONDS,
          new ArrayBlockingQueue<>(WAITING),
          task -> new Thread(task, "store"));

  StoreThread(ResultStore store) {
    this.store = store;
  }

  CompletableFuture<JsonAnswer> ask(Question question) {
    CompletableFuture<JsonAnswer> answer = new CompletableFuture<>();
    try {
      thread.execute(
          () -> {
            if (answer.isDone()) {
              return; // who asked has gone, and asks again
            }
            try {
              answer.complete(question.ask(store));
            } catch (SQLException e) {
              answer.completeExceptionally(noAnswer(e));
            } catch (RuntimeException e) {
              answer.completeExceptionally(e);
            } finally {
              store.settle();
            }
          });
    } catch (RejectedExecutionException e) {
      throw new HttpError(503, "too many requests wait for the store; try again later");
    }
    return answer;
  }

  /** Whoever asked may ask again: by then, there is another connection, or the database is back. */
  private HttpError noAnswer(SQLException failure) {
    LOG.log(System.Logger.Level.WARNING, "the database failed", failure);
    try {
      store.check();
    } catch (SQLException e) {
      LOG.log(System.Logger.Level.WARNING, "the connection could not be looked at", e);
    }
    return new HttpError(503, "the database does not answer as it should; try again later");
  }

  /** Lets what was accepted finish, for a second, and closes the store. */
  @Override
  public void close() throws SQLException {
    thread.shutdown();
    try {
      if (!thread.awaitTermination(1, TimeUnit.SECONDS)) {
        thread.shutdownNow();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    store.close();
  }
}
