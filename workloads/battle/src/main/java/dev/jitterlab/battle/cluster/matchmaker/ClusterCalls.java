package dev.jitterlab.battle.cluster.matchmaker;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.jitterlab.battle.http.HttpError;
import dev.jitterlab.battle.http.JsonBody;
import dev.jitterlab.battle.http.JsonClient;
import dev.jitterlab.battle.http.JsonReply;
import dev.jitterlab.battle.http.Retries;
import dev.jitterlab.battle.http.StrictJson;
import java.net.URI;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;

/** What the matchmaker asks the other services. A refusal fails with its reason. Thread-safe. */
final class ClusterCalls {
  private static final Duration TIMEOUT = Duration.ofSeconds(2);

  /** As many servers as are asked for one battle, a second each, and something on top. */
  private static final Duration PLACING_TIMEOUT = Duration.ofSeconds(6);

  private static final Retries RETRIES = Retries.upTo(3, Duration.ofMillis(100));
  private static final int NOT_FOUND = 404;

  private final JsonClient client;
  private final URI login;
  private final URI allocator;
  private final URI results;

  ClusterCalls(JsonClient client, URI login, URI allocator, URI results) {
    this.client = client;
    this.login = login;
    this.allocator = allocator;
    this.results = results;
  }

  /**
   * Asks for a player's skill; 403 when he is banned: his ticket may be older than the ban. 401
   * when the store does not know him: his ticket may be older than the database.
   */
  CompletableFuture<Double> skill(long player) {
    return client
        .get(results.resolve("/players/" + player), TIMEOUT, RETRIES)
        .thenApply(
            reply -> {
              if (reply.status() == NOT_FOUND) {
                throw new HttpError(401, "the store of players does not know you; log in again");
              }
              JsonNode record = okay("results", reply);
              if (record.path("banned_until").asLong(0) > 0) {
                throw new HttpError(403, "the account is banned; log in to see until when");
              }
              return record.path("skill").doubleValue();
            });
  }

  /** Asks which players of a match are banned: they may have been kicked since they queued. */
  CompletableFuture<Set<Long>> banned(Match match) {
    String players =
        match.players.stream()
            .map(one -> Long.toString(one.player))
            .collect(Collectors.joining(","));
    return client
        .get(results.resolve("/bans?players=" + players), TIMEOUT, RETRIES)
        .thenApply(
            reply -> {
              Set<Long> banned = new HashSet<>();
              for (JsonNode ban : okay("results", reply).path("bans")) {
                banned.add(ban.path("player").longValue());
              }
              return banned;
            });
  }

  /** Asks for a server: {@code server}, {@code address} and {@code battle}. */
  CompletableFuture<JsonBody> place(Match match) {
    ArrayNode players = StrictJson.array();
    match.players.forEach(one -> players.add(StrictJson.object().put("player", one.player)));
    ObjectNode battle = StrictJson.object().put("mode", match.mode);
    battle.set("players", players);
    return client
        .post(allocator.resolve("/battles"), battle, PLACING_TIMEOUT, Retries.none())
        .thenApply(reply -> JsonBody.of(okay("allocator", reply)));
  }

  /** Gives the seats of a battle back that its players will not take. */
  CompletableFuture<JsonReply> cancel(long battle) {
    return client.delete(allocator.resolve("/battles/" + battle), TIMEOUT, RETRIES);
  }

  /** Asks for the grants of a battle, in the order of its players, who have the seats 0, 1, … */
  CompletableFuture<JsonNode> grants(String server, long battle, List<Candidate> players) {
    ArrayNode seats = StrictJson.array();
    for (int i = 0; i < players.size(); i++) {
      seats.add(StrictJson.object().put("player", players.get(i).player).put("seat", i));
    }
    ObjectNode request = StrictJson.object().put("server", server).put("battle", battle);
    request.set("players", seats);
    return client
        .post(login.resolve("/tokens"), request, TIMEOUT, RETRIES)
        .thenApply(reply -> okay("login", reply).path("grants"));
  }

  /** Asks what became of battles after that event. */
  CompletableFuture<JsonNode> events(long after) {
    return client
        .get(allocator.resolve("/battles/events?after=" + after), TIMEOUT, Retries.none())
        .thenApply(reply -> okay("allocator", reply));
  }

  /** Asks which battles there are, and for how long the allocator has been there to know. */
  CompletableFuture<JsonNode> battles() {
    return client
        .get(allocator.resolve("/battles"), TIMEOUT, Retries.none())
        .thenApply(reply -> okay("allocator", reply));
  }

  private static JsonNode okay(String service, JsonReply reply) {
    if (!reply.isOk()) {
      throw new HttpError(503, service + ": " + reply.error());
    }
    return reply.body();
  }
}
