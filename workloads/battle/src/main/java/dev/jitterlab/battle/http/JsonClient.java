package dev.jitterlab.battle.http;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

/**
 * Asks {@link JsonServer}s. Answers come asynchronously, on one thread of the client; what follows
 * on them must not block. A request without an answer in time fails with an {@link IOException},
 * wrapped as futures do. Thread-safe.
 */
public final class JsonClient implements AutoCloseable {
  private static final byte[] NO_BODY = {};

  private final ExecutorService executor;
  private final HttpClient http;
  private final RequestSigner signer;

  /** Creates a client that signs nothing, as players have it. */
  public JsonClient() {
    this(null);
  }

  /**
   * Creates a client.
   *
   * @param signer signs every request; null for none
   */
  public JsonClient(RequestSigner signer) {
    this.signer = signer;
    this.executor =
        Executors.newSingleThreadExecutor(
            task -> {
              Thread thread = new Thread(task, "json-client");
              thread.setDaemon(true);
              return thread;
            });
    this.http =
        HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .executor(executor)
            .connectTimeout(Duration.ofSeconds(2))
            .build();
  }

  private JsonClient(ExecutorService executor, HttpClient http, RequestSigner signer) {
    this.executor = executor;
    this.http = http;
    this.signer = signer;
  }

  /** Returns this client with another signer; it ends with this one. */
  public JsonClient signedBy(RequestSigner other) {
    return new JsonClient(executor, http, other);
  }

  /** Asks with GET. */
  public CompletableFuture<JsonReply> get(URI uri, Duration timeout, Retries retries) {
    return send("GET", uri, NO_BODY, timeout, retries);
  }

  /** Sends a value with POST. */
  public CompletableFuture<JsonReply> post(
      URI uri, JsonNode body, Duration timeout, Retries retries) {
    return send("POST", uri, StrictJson.write(body), timeout, retries);
  }

  /** Asks with DELETE. */
  public CompletableFuture<JsonReply> delete(URI uri, Duration timeout, Retries retries) {
    return send("DELETE", uri, NO_BODY, timeout, retries);
  }

  private CompletableFuture<JsonReply> send(
      String method, URI uri, byte[] body, Duration timeout, Retries retries) {
    CompletableFuture<JsonReply> outcome = new CompletableFuture<>();
    attempt(method, uri, body, timeout, retries, 1, outcome);
    return outcome;
  }

  private void attempt(
      String method,
      URI uri,
      byte[] body,
      Duration timeout,
      Retries retries,
      int number,
      CompletableFuture<JsonReply> outcome) {
    CompletableFuture<HttpResponse<byte[]>> sent =
        http.sendAsync(request(method, uri, body, timeout), BodyHandlers.ofByteArray());
    // The request's own time-out ends with the head of the answer.
    CompletableFuture<HttpResponse<byte[]>> unused =
        sent.orTimeout(timeout.toMillis(), TimeUnit.MILLISECONDS)
            .whenComplete(
                (response, failure) -> {
                  boolean again = failure != null || response.statusCode() == 503;
                  if (again && number < retries.attempts && !outcome.isDone()) {
                    Executor later =
                        CompletableFuture.delayedExecutor(
                            retries.pauseMillis(number), TimeUnit.MILLISECONDS, executor);
                    later.execute(
                        () -> attempt(method, uri, body, timeout, retries, number + 1, outcome));
                  } else if (failure != null) {
                    outcome.completeExceptionally(noAnswer(method, uri, failure));
                  } else {
                    outcome.complete(
                        new JsonReply(
                            response.statusCode(),
                            json(response.body()),
                            retryAfterSeconds(response)));
                  }
                });
  }

  private HttpRequest request(String method, URI uri, byte[] body, Duration timeout) {
    BodyPublisher publisher =
        body.length == 0 ? BodyPublishers.noBody() : BodyPublishers.ofByteArray(body);
    HttpRequest.Builder request =
        HttpRequest.newBuilder(uri).timeout(timeout).method(method, publisher);
    if (body.length > 0) {
      request.header("Content-Type", "application/json");
    }
    if (signer != null) {
      String target =
          uri.getRawQuery() == null ? uri.getRawPath() : uri.getRawPath() + "?" + uri.getRawQuery();
      request.header(signer.header(), signer.sign(method, target, body));
    }
    return request.build();
  }

  private static IOException noAnswer(String method, URI uri, Throwable failure) {
    Throwable cause = cause(failure);
    return new IOException("no answer to " + method + " " + uri + ": " + cause, cause);
  }

  /** Returns what a stage failed of, which may be wrapped. */
  static Throwable cause(Throwable failure) {
    return failure instanceof CompletionException && failure.getCause() != null
        ? failure.getCause()
        : failure;
  }

  /** Reads the header's form in seconds; the form with a date counts as none. */
  private static int retryAfterSeconds(HttpResponse<byte[]> response) {
    String header = response.headers().firstValue("Retry-After").orElse("");
    return header.matches("\\d{1,4}") ? Integer.parseInt(header) : 0;
  }

  private static JsonNode json(byte[] body) {
    try {
      return StrictJson.read(body);
    } catch (IOException e) {
      return MissingNode.getInstance();
    }
  }

  /** Ends the client's thread; answers that are not there yet may never come. */
  @Override
  public void close() {
    executor.shutdownNow();
  }
}
