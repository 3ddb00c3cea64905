package dev.jitterlab.business.server;

import dev.jitterlab.business.trade.StoreException;
import dev.jitterlab.program.DaemonThreads;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** The thread that raises the load by levels, until the process ends. */
final class RaisedLoad implements AutoCloseable {
  private static final long ENDING_MS = TimeUnit.SECONDS.toMillis(2);

  /** Raises the load; returns when it has found what it looks for, or the process ends. */
  interface Levels {
    void run() throws StoreException;
  }

  private final Thread thread;

  private RaisedLoad(Thread thread) {
    this.thread = thread;
  }

  static RaisedLoad start(Levels levels, Consumer<String> broken) {
    return new RaisedLoad(
        DaemonThreads.start(
            "load",
            () -> {
              try {
                levels.run();
              } catch (StoreException e) {
                broken.accept("the load could not be raised: " + e.getMessage());
              } catch (RuntimeException | Error e) { // else it would wait for ever
                broken.accept("the load could not be raised: " + e);
              }
            }));
  }

  @Override
  public void close() {
    try {
      thread.join(ENDING_MS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
