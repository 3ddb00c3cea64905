package dev.jitterlab.lab.host;

import dev.jitterlab.lab.ExitCode;
import java.util.concurrent.CountDownLatch;

/**
 * What happens when SIGINT or SIGTERM reaches the lab during a run: the action, and then exit
 * status 130, from within the JVM's shutdown.
 *
 * <p>The thread that closes it stays there for good if the shutdown has begun, so that it neither
 * reports nor starts anything while the action ends the run's processes.
 */
public final class Interruption implements AutoCloseable {
  private final Thread hook;

  /** From now on, a signal runs the action, which must end within five seconds. */
  public Interruption(Runnable action) {
    hook =
        new Thread(
            () -> {
              try {
                action.run();
              } finally {
                Runtime.getRuntime().halt(ExitCode.INTERRUPTED.status());
              }
            },
            "lab-interruption");
    Runtime.getRuntime().addShutdownHook(hook);
  }

  @Override
  public void close() {
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException shutdownHasBegun) {
      awaitHalt();
    }
  }

  private static void awaitHalt() {
    while (true) {
      try {
        new CountDownLatch(1).await();
      } catch (InterruptedException e) {
        // The JVM halts in a moment; there is nothing to return to.
      }
    }
  }
}
