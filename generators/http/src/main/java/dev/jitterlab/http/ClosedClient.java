package dev.jitterlab.http;

import dev.jitterlab.load.RequestOutcome;
import dev.jitterlab.load.TurnTaker;
import dev.jitterlab.tick.LocklessScheduler;
import dev.jitterlab.tick.TaskHandle;
import dev.jitterlab.tick.Turn;
import java.util.function.Consumer;

/**
 * A client of the closed model: sends, waits for the answer, thinks, and sends again. Its response
 * times count from when it sent, so what it would have sent while it waited is missing from them.
 * One that is paused sends nothing after its next answer.
 */
final class ClosedClient implements TurnTaker {
  /** A server that is gone answers at once: clients that think for less would flood it. */
  private static final long LEAST_THINK_AFTER_FAILURE_NS = 10_000_000;

  private final String name;
  private final LocklessScheduler scheduler;
  private final HttpExchanges exchanges;
  private final long thinkNs;
  private final long firstNs;
  private final Consumer<RequestOutcome> think = this::thinkAfter;
  private boolean isPaused = true;
  private boolean isParked = true; // nothing is under way, and no turn is to come

  /**
   * Creates a client, paused.
   *
   * @param firstNs how long after its start, and after each pause, it begins
   */
  ClosedClient(
      String name,
      LocklessScheduler scheduler,
      HttpExchanges exchanges,
      long thinkNs,
      long firstNs) {
    this.name = name;
    this.scheduler = scheduler;
    this.exchanges = exchanges;
    this.thinkNs = thinkNs;
    this.firstNs = firstNs;
  }

  @Override
  public synchronized void pause(long nowNs) {
    isPaused = true;
  }

  @Override
  public synchronized void resume(long nowNs) {
    isPaused = false;
    if (isParked) {
      isParked = false;
      sendAfter(firstNs);
    }
  }

  private void sendAfter(long ns) {
    try {
      TaskHandle unused = scheduler.spawn(name, Math.max(1, ns), this::send);
    } catch (IllegalStateException e) {
      return; // the scheduler is closed: the load has ended
    }
  }

  private void send(Turn turn) {
    if (!isToPark()) {
      exchanges.send(turn.tick().startedNs(), think);
    }
  }

  private synchronized boolean isToPark() {
    isParked = isPaused;
    return isPaused;
  }

  private void thinkAfter(RequestOutcome outcome) {
    boolean failed = outcome == RequestOutcome.FAILED;
    sendAfter(failed ? Math.max(thinkNs, LEAST_THINK_AFTER_FAILURE_NS) : thinkNs);
  }
}
