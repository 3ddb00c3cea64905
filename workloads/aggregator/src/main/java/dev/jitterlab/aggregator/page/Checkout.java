package dev.jitterlab.aggregator.page;

import dev.jitterlab.aggregator.basket.BasketClaim;
import dev.jitterlab.aggregator.basket.BasketStore;
import dev.jitterlab.aggregator.basket.BasketsBusyException;
import dev.jitterlab.aggregator.call.CallException;
import dev.jitterlab.aggregator.call.CallOutcome;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/**
 * Orders baskets, each product once: the basket is claimed, ordered under the claim's number, and
 * emptied of what was ordered. An order that was certainly not taken goes back into the basket. If
 * nobody knows whether it was taken, it is sent again under the same number when the customer
 * orders the next time. Thread-safe.
 */
final class Checkout {
  private final BasketStore baskets;
  private final PartSource source;
  private final SignedSessions sessions;

  Checkout(BasketStore baskets, PartSource source, SignedSessions sessions) {
    this.baskets = baskets;
    this.source = source;
    this.sessions = sessions;
  }

  /** How an order ended. Immutable. */
  static final class Ended {
    /** What was ordered; null if the baskets did not say. */
    final BasketClaim claim;

    /** What the service answered; null if it did not take the order. */
    final Object taken;

    /** Why it did not; null if it did, or was not asked. */
    final CallOutcome failure;

    /** Whether they were too busy to say. */
    final boolean busy;

    private Ended(BasketClaim claim, Object taken, CallOutcome failure) {
      this(claim, taken, failure, false);
    }

    private Ended(BasketClaim claim, Object taken, CallOutcome failure, boolean busy) {
      this.claim = claim;
      this.taken = taken;
      this.failure = failure;
      this.busy = busy;
    }
  }

  /** Orders the customer's basket; never fails. */
  CompletableFuture<Ended> order(Ask ask) {
    return baskets
        .claim(ask.session(), sessions.freshText())
        .thenCompose(
            claim ->
                claim.state() == BasketClaim.State.CLAIMED
                    ? send(ask, claim)
                    : CompletableFuture.completedFuture(new Ended(claim, null, null)))
        .exceptionally(
            failed ->
                new Ended(null, null, null, failed.getCause() instanceof BasketsBusyException));
  }

  private CompletableFuture<Ended> send(Ask ask, BasketClaim claim) {
    if (ask.deadlineNs - System.nanoTime() <= 0) { // too late to ask, so nothing is unknown
      return close(ask.session(), new Ended(claim, null, CallOutcome.TIMEOUT), true);
    }
    return source
        .order(ask, "checkout", ask.session(), claim.number(), Trees.write(claim.products()))
        .handle(
            (taken, failure) ->
                failure == null
                    ? new Ended(claim, taken, null)
                    : new Ended(claim, null, CallException.outcomeOf(failure)))
        .thenCompose(
            ended ->
                close(ask.session(), ended, ended.failure != null && isCertain(ended.failure)));
  }

  /**
   * If this fails, the order stays in the file, and its number tells that it was sent.
   *
   * @param wasNotTaken this time, for certain
   */
  private CompletableFuture<Ended> close(String session, Ended ended, boolean wasNotTaken) {
    String number = ended.claim.number();
    CompletableFuture<Map<String, Integer>> closing;
    if (ended.failure == null) {
      closing = baskets.settle(session, number);
    } else if (wasNotTaken && !ended.claim.isRepeated()) {
      closing = baskets.putBack(session, number);
    } else {
      closing = baskets.leaveOpen(session, number);
    }
    return closing.handle((basket, failure) -> ended);
  }

  /** Returns whether this time the order was not taken: it was not sent, or the service says so. */
  private static boolean isCertain(CallOutcome failure) {
    switch (failure) {
      case ERROR:
      case NOT_FOUND:
      case BREAKER:
      case BULKHEAD:
        return true;
      case OK:
      case BROKEN:
      case TIMEOUT:
      case TOO_LARGE:
      case UNREADABLE:
        return false;
    }
    throw new IllegalStateException(failure.toString());
  }
}
