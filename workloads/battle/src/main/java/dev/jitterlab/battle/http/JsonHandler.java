package dev.jitterlab.battle.http;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;

/**
 * Answers the requests of one route. It is called on the server's one event loop and must not
 * block; what takes long, it does elsewhere and completes the answer from there. So a handler's
 * state needs no locks as long as only handlers and the loop's own timers touch it.
 */
@FunctionalInterface
public interface JsonHandler {
  /**
   * Answers, now or later. An {@link HttpError}, thrown or as the outcome, becomes the error that
   * it says; anything else thrown becomes status 500. The stage is cancelled if the client goes
   * away first and it is a {@link CompletableFuture}.
   */
  CompletionStage<JsonAnswer> handle(JsonRequest request);

  /** Returns a handler that answers at once. */
  static JsonHandler now(Function<JsonRequest, JsonAnswer> handler) {
    return request -> CompletableFuture.completedFuture(handler.apply(request));
  }
}
