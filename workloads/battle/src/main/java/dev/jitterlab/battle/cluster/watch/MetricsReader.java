package dev.jitterlab.battle.cluster.watch;

import dev.jitterlab.program.DaemonThreads;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** Reads the metrics of other services; who does not answer has none. Thread-safe. */
final class MetricsReader implements AutoCloseable {
  private static final Duration TIMEOUT = Duration.ofSeconds(2);
  private static final int OK = 200;

  private final ExecutorService executor =
      Executors.newSingleThreadExecutor(DaemonThreads.named("metrics-reader"));
  private final HttpClient http =
      HttpClient.newBuilder()
          .version(HttpClient.Version.HTTP_1_1)
          .executor(executor)
          .connectTimeout(TIMEOUT)
          .build();

  /** Asks once; never fails. */
  CompletableFuture<Exposition> read(URI metrics) {
    HttpRequest request =
        HttpRequest.newBuilder(metrics)
            .timeout(TIMEOUT)
            .header("Accept", "text/plain;version=0.0.4")
            .build();
    return http.sendAsync(request, BodyHandlers.ofString())
        .thenApply(answer -> new Exposition(answer.statusCode() == OK ? answer.body() : ""))
        .exceptionally(failure -> new Exposition(""));
  }

  @Override
  public void close() {
    executor.shutdownNow();
  }
}
