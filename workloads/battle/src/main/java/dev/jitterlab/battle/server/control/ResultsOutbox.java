package dev.jitterlab.battle.server.control;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.jitterlab.battle.http.JsonClient;
import dev.jitterlab.battle.http.Retries;
import dev.jitterlab.battle.http.StrictJson;
import dev.jitterlab.battle.process.Meters;
import io.prometheus.metrics.core.metrics.Counter;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;

/**
 * Results on their way to the store: each is sent until the store has acknowledged or refused it.
 * The store knows a result by server and battle, so twice does no harm. The oldest of more than
 * {@value #MAX_WAITING} is given up and counted. Control loop only.
 */
final class ResultsOutbox {
  private static final int MAX_WAITING = 1_000;
  private static final Duration TIMEOUT = Duration.ofSeconds(2);

  private final String server;
  private final String version;
  private final URI store;
  private final JsonClient client;
  private final Executor loop;
  private final Counter reports;
  private final Deque<ObjectNode> waiting = new ArrayDeque<>();
  private boolean sending;

  ResultsOutbox(
      MembershipOptions options, JsonClient client, Executor loop, PrometheusRegistry registry) {
    Meters meters = new Meters(registry);
    this.server = options.serverId();
    this.version = options.version();
    this.store = options.results().resolve("/results");
    this.client = client;
    this.loop = loop;
    this.reports =
        meters.counter(
            "jitterlab_results_reported_total",
            "Results that the store acknowledged or refused, or that were given up.",
            "outcome");
  }

  void add(BattleReport report) {
    if (waiting.size() == MAX_WAITING) {
      waiting.remove();
      reports.labelValues("given-up").inc();
    }
    ArrayNode players = StrictJson.array();
    report.won.forEach(
        (player, won) -> players.add(StrictJson.object().put("player", player).put("won", won)));
    ObjectNode result =
        StrictJson.object()
            .put("server", server)
            .put("battle", report.battle)
            .put("version", version)
            .put("mode", report.mode)
            .put("ending", report.ending)
            .put("seconds", report.seconds);
    result.set("players", players);
    waiting.add(result);
  }

  /** Sends the oldest result, and those after it as long as they are acknowledged. */
  void send() {
    ObjectNode next = waiting.peek();
    if (sending || next == null) {
      return;
    }
    sending = true;
    CompletableFuture<Void> unused =
        client
            .post(store, next, TIMEOUT, Retries.none())
            .handleAsync(
                (reply, failure) -> {
                  sending = false;
                  if (failure == null && reply.status() < 500) {
                    reports.labelValues(reply.isOk() ? "acknowledged" : "refused").inc();
                    waiting.remove(next);
                    send();
                  }
                  return null;
                },
                loop);
  }
}
