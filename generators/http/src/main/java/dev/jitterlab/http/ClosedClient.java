package dev.jitterlab.http;

import dev.jitterlab.load.RequestOutcome;
import dev.jitterlab.tick.LocklessScheduler;
import dev.jitterlab.tick.TaskHandle;
import dev.jitterlab.tick.Turn;
import java.util.function.Consumer;

/**
 * A client of the closed model: sends, waits for the answer, thinks, and sends again. Its response
 * times count from when it sent, so what it would have sent while it waited is missing from them.
 */
final class ClosedClient {
  /** A server that is gone answers at once: clients that think for less would flood it. */
  private static final long LEAST_THINK_AFTER_FAILURE_NS = 10_000_000;

  private final String name;
  private final LocklessScheduler scheduler;
  private final HttpExchanges exchanges;
  private final long thinkNs;
  private final Consumer<RequestOutcome> think = this::thinkAfter;

  ClosedClient(String name, LocklessScheduler scheduler, HttpExchanges exchanges, long thinkNs) {
    this.name = name;
    this.scheduler = scheduler;
    this.exchanges = exchanges;
    this.thinkNs = thinkNs;
  }

  /** Sends the first request after so long. */
  void start(long afterNs) {
    TaskHandle unused = scheduler.spawn(name, Math.max(1, afterNs), this::send);
  }

  private void send(Turn turn) {
    exchanges.send(turn.tick().startedNs(), think);
  }

  private void thinkAfter(RequestOutcome outcome) {
    boolean failed = outcome == RequestOutcome.FAILED;
    try {
      start(failed ? Math.max(thinkNs, LEAST_THINK_AFTER_FAILURE_NS) : thinkNs);
    } catch (IllegalStateException e) {
      return; // the scheduler is closed: the load has ended
    }
  }
}
