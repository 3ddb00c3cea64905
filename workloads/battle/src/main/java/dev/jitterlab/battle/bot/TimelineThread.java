package dev.jitterlab.battle.bot;

import dev.jitterlab.program.DaemonThreads;
import dev.jitterlab.tick.NanoClock;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** A timeline in real time. After {@link #close} nothing happens on it any more. */
final class TimelineThread implements Timeline, AutoCloseable {
  private static final System.Logger LOG = System.getLogger(TimelineThread.class.getName());

  private final NanoClock clock;
  private final ScheduledThreadPoolExecutor executor;

  TimelineThread(NanoClock clock) {
    this.clock = clock;
    this.executor = new ScheduledThreadPoolExecutor(1, DaemonThreads.named("bot-lives"));
  }

  @Override
  public long nowNs() {
    return clock.nanoTime();
  }

  @Override
  public void after(long delayNs, Runnable step) {
    try {
      Future<?> unused = executor.schedule(() -> runLogged(step), delayNs, TimeUnit.NANOSECONDS);
    } catch (RejectedExecutionException e) {
      return; // closed; an answer or a packet came in behind it
    }
  }

  private static void runLogged(Runnable step) {
    try {
      step.run();
    } catch (RuntimeException e) {
      LOG.log(System.Logger.Level.ERROR, "a bot's life went wrong", e);
    }
  }

  @Override
  public void close() {
    executor.shutdownNow();
  }
}
