package dev.jitterlab.battle.cluster.results;

import dev.jitterlab.battle.http.HttpError;
import dev.jitterlab.battle.http.JsonAnswer;
import dev.jitterlab.battle.session.NamedLimits;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.Function;

/**
 * The kicks of each battle server that are believed: one that is broken bans a few, and not all. A
 * kick that the store failed to keep does not count, because its server sends it again. A kick
 * whose sender went away before the answer counts, because the store may have kept it. Event loop
 * only.
 */
final class BelievedKicks {
  /** Kicks of one server: so many at once. */
  static final int AT_ONCE = 20;

  /** After which there may be one more. */
  static final long PERIOD_NS = 6_000_000_000L;

  private static final int SERVERS = 1_000;

  private final Function<StoreThread.Question, CompletableFuture<JsonAnswer>> store;
  private final Executor loop;
  private final NamedLimits limits = new NamedLimits(SERVERS, PERIOD_NS, AT_ONCE);

  /** {@code store} is asked on the event loop, and may answer anywhere. */
  BelievedKicks(
      Function<StoreThread.Question, CompletableFuture<JsonAnswer>> store, Executor loop) {
    this.store = store;
    this.loop = loop;
  }

  /**
   * Tells the store of a kick by that server.
   *
   * @throws HttpError with status 429 when these are more than a server has reason for
   */
  CompletableFuture<JsonAnswer> tell(String server, long nowNs, StoreThread.Question kick) {
    if (!limits.tryTake(server, nowNs)) {
      throw new HttpError(429, "more kicks by " + server + " than are believed; it may be broken");
    }
    CompletableFuture<JsonAnswer> answer;
    try {
      answer = store.apply(kick);
    } catch (HttpError e) {
      limits.giveBack(server);
      throw e;
    }
    CompletableFuture<JsonAnswer> unused =
        answer.whenCompleteAsync(
            (given, failure) -> {
              if (failure != null && !answer.isCancelled()) {
                limits.giveBack(server);
              }
            },
            loop);
    return answer;
  }
}
