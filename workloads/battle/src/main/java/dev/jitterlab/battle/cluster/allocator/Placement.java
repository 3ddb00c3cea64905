package dev.jitterlab.battle.cluster.allocator;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.jitterlab.battle.cluster.ClusterKey;
import dev.jitterlab.battle.http.HttpError;
import dev.jitterlab.battle.http.JsonAnswer;
import dev.jitterlab.battle.http.JsonClient;
import dev.jitterlab.battle.http.JsonReply;
import dev.jitterlab.battle.http.Retries;
import dev.jitterlab.battle.http.StrictJson;
import java.net.ConnectException;
import java.net.http.HttpConnectTimeoutException;
import java.time.Duration;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;

/**
 * Gives battles to servers: asks one after another until one reserves the seats. A server that
 * refuses or does not answer is not asked again before its next heartbeat; one at whose address
 * nobody listens is gone. Event loop only.
 */
final class Placement {
  /** More only delay the answer that the cluster is full. */
  private static final int MAX_ASKED = 4;

  private static final Duration TIMEOUT = Duration.ofSeconds(1);

  private final Fleet fleet;
  private final JsonClient client;
  private final ClusterKey key;
  private final Executor loop;
  private final AllocatorMetrics metrics;
  private long lastBattle;

  /**
   * Creates the placement.
   *
   * @param lastBattle battles get the numbers after this one, which no earlier run has given
   */
  Placement(
      Fleet fleet,
      JsonClient client,
      ClusterKey key,
      Executor loop,
      AllocatorMetrics metrics,
      long lastBattle) {
    this.fleet = fleet;
    this.client = client;
    this.key = key;
    this.loop = loop;
    this.metrics = metrics;
    this.lastBattle = lastBattle;
  }

  /** A server has that battle: none is given that number again, whatever the clock says. */
  void seen(long battle) {
    lastBattle = Math.max(lastBattle, battle);
  }

  /** Finds a server for a battle; status 503 when none takes it. */
  CompletableFuture<JsonAnswer> place(String mode, List<Long> players) {
    long battle = ++lastBattle;
    ArrayNode seats = StrictJson.array();
    players.forEach(seats::add);
    ObjectNode reservation = StrictJson.object().put("battle", battle).put("mode", mode);
    reservation.set("players", seats);
    CompletableFuture<JsonAnswer> answer = new CompletableFuture<>();
    askNext(fleet.candidates().iterator(), 0, battle, reservation, answer);
    return answer;
  }

  private void askNext(
      Iterator<RegisteredServer> candidates,
      int asked,
      long battle,
      ObjectNode reservation,
      CompletableFuture<JsonAnswer> answer) {
    if (asked == MAX_ASKED || !candidates.hasNext()) {
      metrics.notPlaced.inc();
      answer.completeExceptionally(
          new HttpError(503, "no server takes a battle now (" + asked + " were asked); wait"));
      return;
    }
    RegisteredServer server = candidates.next();
    server.offered();
    CompletableFuture<JsonReply> unused =
        as(server)
            .post(server.control.resolve("/battles"), reservation, TIMEOUT, Retries.none())
            .whenCompleteAsync(
                (reply, failure) -> {
                  server.answered();
                  if (failure == null && reply.isOk() && fleet.get(server.id) == server) {
                    fleet.given(server, battle);
                    metrics.placed.labelValues(server.version).inc();
                    answer.complete(placed(server, battle));
                  } else {
                    server.refused(failure == null ? whyNot(reply) : "it did not answer");
                    metrics.refused.inc();
                    if (isGone(failure) && fleet.remove(server)) {
                      metrics.vanished.inc();
                    }
                    askNext(candidates, asked + 1, battle, reservation, answer);
                  }
                },
                loop);
  }

  /**
   * Returns whether nobody listens at the server's address any more. Its silence would say the same
   * later; if it is there after all, its next heartbeat makes it register again.
   */
  private static boolean isGone(Throwable failure) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof ConnectException) {
        return !(cause instanceof HttpConnectTimeoutException);
      }
    }
    return false;
  }

  /**
   * Gives the seats of a battle back that nobody will take.
   *
   * @throws HttpError 404 if no server has that battle
   */
  CompletableFuture<JsonAnswer> cancel(long battle) {
    RegisteredServer server = fleet.serverOf(battle);
    if (server == null) {
      throw new HttpError(404, "no server has battle " + battle);
    }
    return as(server)
        .delete(server.control.resolve("/battles/" + battle), TIMEOUT, Retries.none())
        .thenApply(reply -> JsonAnswer.of(reply.status(), reply.body()));
  }

  /** Returns a client whose requests that server believes. */
  private JsonClient as(RegisteredServer server) {
    return client.signedBy(key.ofServer(server.id));
  }

  private static String whyNot(JsonReply reply) {
    return reply.body().path("reason").asText(reply.error());
  }

  private static JsonAnswer placed(RegisteredServer server, long battle) {
    return JsonAnswer.of(
        201,
        StrictJson.object()
            .put("server", server.id)
            .put("address", server.udp)
            .put("battle", battle));
  }
}
