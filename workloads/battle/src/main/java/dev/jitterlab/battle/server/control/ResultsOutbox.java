package dev.jitterlab.battle.server.control;

import dev.jitterlab.battle.http.JsonClient;
import dev.jitterlab.battle.http.JsonReply;
import dev.jitterlab.battle.http.Retries;
import dev.jitterlab.battle.process.Meters;
import io.prometheus.metrics.core.metrics.Counter;
import io.prometheus.metrics.core.metrics.GaugeWithCallback;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.net.URI;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Sends the results of an {@link OutboxFolder} to the store, oldest first, each until the store has
 * acknowledged or refused it. The store knows a result by server and battle, so twice does no harm.
 * Control loop only, but for {@link #flush}.
 */
final class ResultsOutbox {
  private static final Duration TIMEOUT = Duration.ofSeconds(2);
  private static final int UNAUTHORIZED = 401;
  private static final long LOOK_NS = TimeUnit.MILLISECONDS.toNanos(5);

  private final OutboxFolder folder;
  private final URI store;
  private final JsonClient client;
  private final Executor loop;
  private final Counter reports;
  private boolean sending;

  ResultsOutbox(
      OutboxFolder folder,
      URI results,
      JsonClient client,
      Executor loop,
      PrometheusRegistry registry) {
    Meters meters = new Meters(registry);
    this.folder = folder;
    this.store = results.resolve("/results");
    this.client = client;
    this.loop = loop;
    this.reports =
        meters.counter(
            "jitterlab_results_reported_total",
            "Results that the store acknowledged, or refused.",
            "outcome");
    GaugeWithCallback.builder()
        .name("jitterlab_results_waiting")
        .help("Results that the store does not have yet.")
        .callback(callback -> callback.call(folder.count()))
        .register(registry);
  }

  /** Sends the oldest result, and those after it as long as they are acknowledged. */
  void send() {
    OutboxFolder.Kept next = folder.peek();
    if (sending || next == null) {
      return;
    }
    sending = true;
    CompletableFuture<JsonReply> unused =
        client
            .post(store, next.result, TIMEOUT, Retries.none())
            .whenCompleteAsync(
                (reply, failure) -> {
                  sending = false;
                  if (failure == null && isFinal(reply)) {
                    settle(next, reply);
                    send();
                  }
                },
                loop);
  }

  /** A signature that is not believed may be when the clocks, or the keys, are right again. */
  private static boolean isFinal(JsonReply reply) {
    return reply.status() < 500 && reply.status() != UNAUTHORIZED;
  }

  private void settle(OutboxFolder.Kept result, JsonReply reply) {
    if (reply.isOk()) {
      reports.labelValues("acknowledged").inc();
      folder.delivered(result);
    } else {
      reports.labelValues("refused").inc();
      folder.refused(result);
    }
  }

  /** Sends what waits, and returns when nothing does, or after that time. For any other thread. */
  void flush(Duration most) {
    long deadlineNs = System.nanoTime() + most.toNanos();
    while (folder.count() > 0 && System.nanoTime() - deadlineNs < 0) {
      loop.execute(this::send);
      LockSupport.parkNanos(LOOK_NS);
    }
  }
}
