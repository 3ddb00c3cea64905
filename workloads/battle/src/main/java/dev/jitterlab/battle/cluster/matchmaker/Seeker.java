package dev.jitterlab.battle.cluster.matchmaker;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.jitterlab.battle.http.JsonAnswer;
import dev.jitterlab.battle.http.StrictJson;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;

/** A player on his way from the queue into a battle. Event loop only. */
final class Seeker {
  /** How far he has come. */
  enum State {
    /** In the queue. */
    WAITING,
    /** In a match for which a server is looked for. */
    PLACING,
    /** He has a seat. */
    MATCHED
  }

  /** A player who waits is not looked up in the store again before that time. */
  static final Duration VOUCHED = Duration.ofSeconds(5);

  final Candidate candidate;
  private State state = State.WAITING;
  private long askedNs;
  private long vouchedNs;
  private long seatlessSinceNs;
  private boolean isSummoned;
  private boolean isProven;
  private ObjectNode seat;
  private CompletableFuture<JsonAnswer> poll;

  Seeker(Candidate candidate, long nowNs) {
    this.candidate = candidate;
    this.askedNs = nowNs;
    this.vouchedNs = nowNs;
    this.seatlessSinceNs = candidate.sinceNs;
  }

  State state() {
    return state;
  }

  /** When he last showed that he is there. */
  long askedNs() {
    return askedNs;
  }

  /**
   * Returns whether a match with him is likely to find him: he holds a connection by which he asks,
   * or did so a moment ago. A wish alone is no sign of him. Who was in a battle that died has to
   * ask first, for he may not know it yet.
   */
  boolean isPresent(long nowNs, Duration within) {
    return isPolling() || (isProven && !isSummoned && nowNs - askedNs < within.toNanos());
  }

  /** Returns whether he has ever held a connection for his place. */
  boolean isProven() {
    return isProven;
  }

  boolean isPolling() {
    return poll != null && !poll.isDone();
  }

  /** The store knows of no ban. */
  void vouched(long nowNs) {
    vouchedNs = nowNs;
  }

  /** Returns whether the store knew of no ban a moment ago. */
  boolean isVouched(long nowNs) {
    return nowNs - vouchedNs < VOUCHED.toNanos();
  }

  void asked(long nowNs) {
    askedNs = nowNs;
    isSummoned = false;
  }

  /** Returns an answer that is given when he has a seat; an older one is given up for it. */
  CompletableFuture<JsonAnswer> poll(long nowNs) {
    answerWaiting(nowNs);
    asked(nowNs);
    isProven = true;
    poll = new CompletableFuture<>();
    if (state == State.MATCHED) {
      poll.complete(JsonAnswer.ok(seat));
    }
    return poll;
  }

  void answerWaiting(long nowNs) {
    if (isPolling()) {
      askedNs = nowNs;
      double waited = candidate.waitedSeconds(nowNs);
      poll.complete(
          JsonAnswer.ok(StrictJson.object().put("state", "waiting").put("waited_seconds", waited)));
    }
  }

  /**
   * Returns for how long he has had no seat: since his wish, or since his last battle died. The
   * time in that battle counts for his place in the queue, and is no wait.
   */
  double seatlessSeconds(long nowNs) {
    return (nowNs - seatlessSinceNs) / 1e9;
  }

  void placing() {
    state = State.PLACING;
  }

  void waiting() {
    state = State.WAITING;
    seat = null;
  }

  /** His battle has died: he waits again, from when he hears of it. */
  void summoned(long nowNs) {
    waiting();
    askedNs = nowNs;
    isSummoned = true;
    seatlessSinceNs = nowNs;
  }

  void matched(ObjectNode given) {
    state = State.MATCHED;
    seat = given;
    if (isPolling()) {
      poll.complete(JsonAnswer.ok(given));
    }
  }
}
