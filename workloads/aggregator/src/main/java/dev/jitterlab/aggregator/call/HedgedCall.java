package dev.jitterlab.aggregator.call;

import io.netty.channel.EventLoop;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/**
 * One call with at most two attempts: the second one is sent when the first is slower than most
 * calls to the service are, or when it has failed, if the budget of extra requests allows it. The
 * first good answer counts. Most calls are answered before either is late, so there is one timer at
 * a time. Confined to its event loop.
 */
final class HedgedCall {
  private static final long LEAST_HEDGE_NS = TimeUnit.MILLISECONDS.toNanos(1);

  /** A hedge that found no connection was not sent, and is none of them. */
  private static final int MOST_ATTEMPTS = 2;

  private final UpstreamClient client;
  private final EventLoop loop;
  private final ServiceGate gate;
  private final ServiceCall call;
  private final CompletableFuture<byte[]> result;
  private final Attempt[] attempts = new Attempt[MOST_ATTEMPTS];
  private int sent;
  private int underWay;
  private boolean hedged; // or else a second attempt is a repetition
  private Future<?> timer; // of the hedge, and then of the deadline
  private boolean ended;

  HedgedCall(
      UpstreamClient client,
      EventLoop loop,
      ServiceGate gate,
      ServiceCall call,
      CompletableFuture<byte[]> result) {
    this.client = client;
    this.loop = loop;
    this.gate = gate;
    this.call = call;
    this.result = result;
  }

  /** Begins; if that fails, as when the heap is full, nobody waits for the call in vain. */
  void start() {
    try {
      begin();
    } catch (RuntimeException | Error e) {
      end(CallOutcome.BROKEN, null);
      throw e;
    }
  }

  private void begin() {
    long nowNs = System.nanoTime();
    if (call.deadlineNs - nowNs <= 0) {
      end(CallOutcome.TIMEOUT, null);
      return;
    }
    if (!attempt(null)) {
      end(CallOutcome.BREAKER, null);
      return;
    }
    if (!attempts[0].isRefused || (sent > 1 && !attempts[1].isRefused)) {
      client.earn();
    }
    if (ended) {
      return;
    }
    long slowNs = client.hedges() && call.mayRepeat() ? gate.slowNs() : -1;
    boolean mayHedge = slowNs >= 0 && gate.replicaCount() > 1;
    long hedgeNs = Math.max(slowNs, LEAST_HEDGE_NS);
    // Nobody waits for a trial of a breaker: what is tried is probably slow.
    boolean isHedged = mayHedge && attempts[0].isTrial && hedge();
    if (mayHedge && !isHedged && hedgeNs < call.deadlineNs - nowNs) {
      timer = loop.schedule(this::slow, hedgeNs, TimeUnit.NANOSECONDS);
    } else {
      awaitDeadline();
    }
  }

  private void slow() {
    try {
      boolean unused = hedge();
    } finally { // also if the heap is full: without its deadline a call might never end
      if (!ended) {
        awaitDeadline();
      }
    }
  }

  private void awaitDeadline() {
    timer =
        loop.schedule(
            () -> end(CallOutcome.TIMEOUT, null),
            call.deadlineNs - System.nanoTime(),
            TimeUnit.NANOSECONDS);
  }

  private boolean attempt(ServiceGate.Replica but) {
    ServiceGate.Replica replica = gate.choose(but, call.hurried);
    if (replica == null) {
      return false;
    }
    Attempt attempt = new Attempt(replica);
    attempts[sent++] = attempt;
    underWay++;
    client.connections(loop, replica.index).send(attempt);
    return true;
  }

  /** Pays for the second request of the call only if a replica has a connection for it. */
  private boolean attemptExtra(ServiceGate.Replica but) {
    if (!client.takeExtra()) {
      return false;
    }
    if (!attempt(but) || attempts[sent - 1].isRefused) {
      client.giveExtraBack();
      return false;
    }
    return true;
  }

  private boolean hedge() {
    if (ended || sent == MOST_ATTEMPTS) {
      return false;
    }
    if (attemptExtra(attempts[0].replica)) {
      hedged = true;
      client.hedged();
      return true;
    }
    if (sent > 1) { // it was refused: if the first one fails, another replica may still be asked
      sent = 1;
      attempts[1] = null;
    }
    return false;
  }

  private void attemptEnded(Attempt attempt, CallOutcome outcome, byte[] body) {
    underWay--;
    attempt.settle(outcome, false);
    if (ended) {
      return;
    }
    if (isAnswer(outcome)) {
      if (hedged && attempt == attempts[1]) {
        client.hedgeWon();
      }
      end(outcome, body);
    } else if (underWay == 0 && !again(attempt)) {
      end(outcome, null);
    }
  }

  private static boolean isAnswer(CallOutcome outcome) {
    return outcome == CallOutcome.OK || outcome == CallOutcome.NOT_FOUND;
  }

  /**
   * Returns whether an attempt shows nothing of its replica: it was not sent, or a client gave the
   * service too little time. Otherwise such a client could open the breakers for all others.
   */
  private boolean saysNothing(CallOutcome outcome) {
    boolean tooLate = outcome == CallOutcome.TIMEOUT || outcome == CallOutcome.ERROR;
    return outcome == CallOutcome.BULKHEAD || (call.hurried && tooLate);
  }

  private boolean again(Attempt failed) {
    return call.mayRepeat()
        && sent < MOST_ATTEMPTS
        && gate.replicaCount() > 1
        && attemptExtra(failed.replica)
        && client.repeated();
  }

  private void end(CallOutcome outcome, byte[] body) {
    if (ended) {
      return;
    }
    ended = true;
    if (timer != null) {
      timer.cancel(false);
    }
    for (int i = 0; i < sent; i++) {
      attempts[i].giveUp(outcome);
    }
    gate.outcomes.count(outcome);
    gate.leave();
    if (outcome == CallOutcome.OK) {
      result.complete(body);
    } else {
      result.completeExceptionally(new CallException(outcome));
    }
  }

  /** One request of the call. */
  private final class Attempt extends UpstreamExchange {
    private final ServiceGate.Replica replica;
    private final long sentNs = System.nanoTime();

    /** Whether it was sent to see if a replica can be asked again. */
    private final boolean isTrial;

    private boolean isRefused; // there was no connection, so it was not sent
    private boolean settled;

    Attempt(ServiceGate.Replica replica) {
      super(HedgedCall.this.call);
      this.replica = replica;
      this.isTrial = replica.isOpen();
    }

    @Override
    protected void ended(CallOutcome outcome, byte[] body) {
      isRefused = outcome == CallOutcome.BULKHEAD;
      attemptEnded(this, outcome, body);
    }

    /** Of hurried calls only the quick ones are answered: their times show nothing either. */
    void settle(CallOutcome outcome, boolean overtaken) {
      if (settled) {
        return;
      }
      settled = true;
      if (saysNothing(outcome) || (overtaken && call.hurried)) {
        replica.endedUnjudged(call.hurried);
        return;
      }
      replica.ended(isAnswer(outcome) && !overtaken, call.hurried);
      if (isAnswer(outcome) && !call.hurried) {
        replica.latencies.record(System.nanoTime() - sentNs);
      }
    }

    /**
     * Nobody waits any more. A first attempt that was overtaken by its hedge, which began much
     * later, counts as failed: otherwise no breaker would ever open for a slow replica, as hedges
     * hide that it is slow. Its time is what it took until then. A hedge that was not needed shows
     * nothing. A trial began together with its hedge, so it has as long as other calls have before
     * they are hedged.
     */
    void giveUp(CallOutcome outcomeOfTheCall) {
      if (settled) {
        return;
      }
      boolean answered = isAnswer(outcomeOfTheCall);
      if (answered && this != attempts[0]) {
        settled = true;
        replica.endedUnjudged(call.hurried);
        cancel();
        return;
      }
      long leftNs = sentNs + gate.slowNs() - System.nanoTime();
      if (answered && isTrial && leftNs > 0) {
        var unused =
            loop.schedule(() -> stop(outcomeOfTheCall, true), leftNs, TimeUnit.NANOSECONDS);
      } else {
        stop(outcomeOfTheCall, answered);
      }
    }

    private void stop(CallOutcome outcomeOfTheCall, boolean overtaken) {
      if (!settled) {
        settle(outcomeOfTheCall, overtaken);
        cancel();
      }
    }
  }
}
