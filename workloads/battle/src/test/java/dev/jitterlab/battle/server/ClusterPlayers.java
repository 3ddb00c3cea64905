package dev.jitterlab.battle.server;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.jitterlab.battle.http.JsonReply;
import dev.jitterlab.battle.http.StrictJson;
import dev.jitterlab.battle.protocol.ServerPacket;
import dev.jitterlab.battle.session.ClientSession.Receipt;
import dev.jitterlab.battle.session.Grant;
import java.net.InetSocketAddress;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** What players do in a cluster, by hand. */
final class ClusterPlayers {
  private final ClusterProcesses cluster;

  ClusterPlayers(ClusterProcesses cluster) {
    this.cluster = cluster;
  }

  String login(String name) throws Exception {
    JsonReply reply = cluster.login(name);
    assertEquals(200, reply.status(), reply.error());
    return reply.body().path("ticket").asText();
  }

  /** Queues both, and returns the match that they have together, as the first sees it. */
  JsonNode matchOf(String one, String other) throws Exception {
    queue(one, null);
    queue(other, null);
    CompletableFuture<JsonNode> otherMatch = hold(other);
    JsonNode match = await(one); // both hold their places at once
    assertEquals(match.path("battle"), otherMatch.get().path("battle"));
    return match;
  }

  /** Holds a player's place by a connection until there is a match. */
  CompletableFuture<JsonNode> hold(String ticket) {
    return CompletableFuture.supplyAsync(
        () -> {
          try {
            return await(ticket);
          } catch (Exception e) {
            throw new CompletionException(e);
          }
        });
  }

  /** Queues a player, who shows that place if it is not null; returns the place he has then. */
  String queue(String ticket, String place) throws Exception {
    ObjectNode wish =
        StrictJson.object().put("ticket", ticket).put("mode", "any").put("latency_ms", 20);
    if (place != null) {
      wish.put("place", place);
    }
    JsonReply reply = cluster.post("matchmaker", "/queue", wish);
    assertEquals(202, reply.status(), reply.error());
    return reply.body().path("place").asText();
  }

  /** Waits for a match. */
  JsonNode await(String ticket) throws Exception {
    JsonNode answer = cluster.get("matchmaker", "/queue?ticket=" + ticket);
    while (answer.path("state").asText().equals("waiting")) {
      answer = cluster.get("matchmaker", "/queue?ticket=" + ticket);
    }
    assertEquals("matched", answer.path("state").asText(), answer.toString());
    return answer;
  }

  /** Takes both seats and stays until the battle has ended. */
  void play(JsonNode match, String one, String other) throws Exception {
    String[] address = match.path("address").asText().split(":", -1);
    InetSocketAddress udp = new InetSocketAddress(address[0], Integer.parseInt(address[1]));
    try (TestPlayer first = new TestPlayer(udp);
        TestPlayer second = new TestPlayer(udp)) {
      for (TestPlayer each : List.of(first, second)) {
        each.request(grant(await(each == first ? one : other)));
        assertEquals(Receipt.CHALLENGED, each.receiveDatagram());
        each.sendJoin();
      }
      first.await(ServerPacket.Type.STATE);
      second.await(ServerPacket.Type.ENDED);
    }
  }

  /** Returns what a match lets its player in with. */
  static Grant grant(JsonNode match) {
    JsonNode grant = match.path("grant");
    return new Grant(
        match.path("server").asText(),
        grant.path("expires_at").asLong(),
        Base64.getDecoder().decode(grant.path("token").asText()),
        Base64.getDecoder().decode(grant.path("client_key").asText()),
        Base64.getDecoder().decode(grant.path("server_key").asText()));
  }

  /** Waits until both have played so often, and returns the newest result. */
  JsonNode awaitPlayed(int battles) throws Exception {
    while (cluster.get("results", "/players/1").path("played").asInt() < battles
        || cluster.get("results", "/players/2").path("played").asInt() < battles) {
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(50));
    }
    return cluster.get("results", "/results?limit=1").path("results").path(0);
  }
}
