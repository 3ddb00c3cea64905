package dev.jitterlab.http;

import dev.jitterlab.load.AwaitedRequests;
import dev.jitterlab.load.Outcome;
import dev.jitterlab.tick.NanoClock;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.HttpTimeoutException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Consumer;

/**
 * Sends one request to one server again and again. An exchange ends when the whole body has
 * arrived. Thread-safe.
 */
final class HttpExchanges {
  private static final int FIRST_ERROR_STATUS = 400;

  private final HttpClient client;
  private final HttpRequest request;
  private final AwaitedRequests requests;
  private final NanoClock clock;

  /**
   * Creates them.
   *
   * @param request has the timeout
   */
  HttpExchanges(HttpClient client, HttpRequest request, AwaitedRequests requests, NanoClock clock) {
    this.client = client;
    this.request = request;
    this.requests = requests;
    this.clock = clock;
  }

  /** Returns what counts the requests. */
  AwaitedRequests requests() {
    return requests;
  }

  /**
   * Sends the request and returns without waiting; does nothing where too many are under way.
   *
   * @param fromNs from when the response time counts
   * @param onEnd is told the outcome, on another thread
   */
  void send(long fromNs, Consumer<Outcome> onEnd) {
    if (!requests.trySend()) {
      return;
    }
    CompletableFuture<HttpResponse<Void>> response;
    try {
      response = client.sendAsync(request, BodyHandlers.discarding());
    } catch (RuntimeException e) {
      response = CompletableFuture.failedFuture(e); // no thread or memory: the next may go out
    }
    CompletableFuture<?> unused =
        response.whenComplete(
            (answer, failure) -> {
              Outcome outcome = outcome(answer, failure);
              requests.ended(outcome, clock.nanoTime() - fromNs);
              onEnd.accept(outcome);
            });
  }

  private static Outcome outcome(HttpResponse<Void> answer, Throwable failure) {
    if (answer != null) {
      return answer.statusCode() < FIRST_ERROR_STATUS ? Outcome.OK : Outcome.REFUSED;
    }
    Throwable cause = failure instanceof CompletionException ? failure.getCause() : failure;
    return cause instanceof HttpTimeoutException ? Outcome.TIMEOUT : Outcome.FAILED;
  }
}
