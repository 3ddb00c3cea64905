package dev.jitterlab.battle.cluster.watch;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.jitterlab.battle.cluster.ClusterKey;
import dev.jitterlab.battle.http.HttpError;
import dev.jitterlab.battle.http.JsonAnswer;
import dev.jitterlab.battle.http.JsonClient;
import dev.jitterlab.battle.http.JsonReply;
import dev.jitterlab.battle.http.Retries;
import dev.jitterlab.battle.http.StrictJson;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.concurrent.CompletableFuture;
import java.util.function.LongSupplier;

/**
 * What the page shows of the whole cluster, at most {@link #FRESH_NS} old, and where its battle
 * servers are. Nothing is asked of anyone while nobody looks, and once for all who look at a time.
 * Thread-safe.
 */
final class ClusterOverview {
  /** Within this time the same overview is given again. */
  static final long FRESH_NS = 800_000_000;

  private static final Duration TIMEOUT = Duration.ofSeconds(2);
  private static final String LATE = "threshold=\"1.1\"";

  private final URI allocator;
  private final URI[] metricsOf;
  private final JsonClient client;
  private final ClusterKey key;
  private final MetricsReader metrics;
  private final LongSupplier nanoTime;
  private final Map<String, URI> controls = new HashMap<>();
  private CompletableFuture<JsonAnswer> last;
  private long lastNs;

  ClusterOverview(
      URI allocator,
      URI[] metricsOf,
      JsonClient client,
      ClusterKey key,
      MetricsReader metrics,
      LongSupplier nanoTime) {
    this.allocator = allocator;
    this.metricsOf = metricsOf.clone();
    this.client = client;
    this.key = key;
    this.metrics = metrics;
    this.nanoTime = nanoTime;
  }

  /** The overview, as the page reads it; docs/play.md has the fields. */
  synchronized CompletableFuture<JsonAnswer> answer() {
    long nowNs = nanoTime.getAsLong();
    if (last == null || (last.isDone() && nowNs - lastNs >= FRESH_NS)) {
      last = make();
      lastNs = nowNs;
    }
    return last.copy(); // who goes away cancels his own only
  }

  /** A battle, as its server shows it. */
  CompletableFuture<JsonAnswer> view(String server, String battle) {
    URI control;
    synchronized (this) {
      control = controls.get(server);
    }
    if (control == null || !battle.matches("[0-9]{1,18}")) {
      throw new HttpError(404, "there is no such battle; GET /cluster lists those there are");
    }
    return get(
            client.signedBy(key.ofServer(server)), control.resolve("/battles/" + battle + "/view"))
        .thenApply(reply -> JsonAnswer.of(reply.status(), reply.body()));
  }

  private CompletableFuture<JsonAnswer> make() {
    CompletableFuture<Exposition> services = CompletableFuture.completedFuture(new Exposition(""));
    for (URI one : metricsOf) {
      services = services.thenCombine(metrics.read(one), Exposition::and);
    }
    CompletableFuture<ObjectNode> servers =
        get(client, allocator.resolve("/servers")).thenCompose(reply -> servers(reply.body()));
    return servers.thenCombine(
        services, (overview, shown) -> JsonAnswer.ok(withServices(overview, shown)));
  }

  private static ObjectNode withServices(ObjectNode overview, Exposition shown) {
    ObjectNode queue = overview.putObject("queue");
    put(queue, "players", shown.sum("jitterlab_matchmaker_waiting", ""));
    put(
        queue,
        "median_wait_seconds",
        shown.quantileBound("jitterlab_matchmaker_wait_seconds", 0.5));
    put(overview, "results", shown.sum("jitterlab_cluster_results_stored", ""));
    return overview;
  }

  private CompletableFuture<ObjectNode> servers(JsonNode answer) {
    List<CompletableFuture<ObjectNode>> shown = new ArrayList<>();
    synchronized (this) {
      controls.clear();
      for (JsonNode server : answer.path("servers")) {
        controls.put(server.path("id").asText(), URI.create(server.path("control").asText()));
      }
    }
    for (JsonNode server : answer.path("servers")) {
      shown.add(server(server));
    }
    return CompletableFuture.allOf(shown.toArray(new CompletableFuture<?>[0]))
        .thenApply(
            done -> {
              ObjectNode overview = StrictJson.object();
              shown.forEach(server -> overview.withArray("/servers").add(server.join()));
              return overview;
            });
  }

  private CompletableFuture<ObjectNode> server(JsonNode registered) {
    CompletableFuture<JsonNode> battles =
        get(client, URI.create(registered.path("control").asText()).resolve("/battles"))
            .thenApply(reply -> reply.body().path("battles"))
            .exceptionally(gone -> StrictJson.array());
    return battles.thenCombine(
        metrics.read(URI.create(registered.path("metrics").asText())),
        (running, shown) -> {
          ObjectNode server = StrictJson.object().put("id", registered.path("id").asText());
          server.put("version", registered.path("version").asText());
          server.put("draining", registered.path("draining").asBoolean());
          server.put("players", registered.path("players").asInt());
          put(server, "ticks", shown.sum("jitterlab_ticks_total", ""));
          put(server, "late_ticks", shown.sum("jitterlab_ticks_late_total", LATE));
          put(
              server,
              "drift_p99_seconds",
              shown.quantileBound("jitterlab_tick_drift_seconds", 0.99));
          server.set("battles", running(running));
          return server;
        });
  }

  /** The battles that have begun, under the numbers by which their server shows them. */
  private static ArrayNode running(JsonNode battles) {
    ArrayNode running = StrictJson.array();
    for (JsonNode battle : battles) {
      long number = battle.path("number").asLong();
      if (number != 0) {
        running
            .addObject()
            .put("battle", number)
            .put("mode", battle.path("mode").asText())
            .put("players", battle.path("players").asInt());
      }
    }
    return running;
  }

  private static void put(ObjectNode json, String field, OptionalDouble value) {
    value.ifPresent(number -> json.put(field, number));
  }

  private static CompletableFuture<JsonReply> get(JsonClient client, URI uri) {
    return client
        .get(uri, TIMEOUT, Retries.none())
        .handle(
            (reply, failure) -> {
              if (failure != null || (!reply.isOk() && reply.status() != 404)) {
                throw new HttpError(
                    502,
                    "no answer from "
                        + uri.getAuthority()
                        + (failure == null ? ": " + reply.error() : ""));
              }
              return reply;
            });
  }
}
