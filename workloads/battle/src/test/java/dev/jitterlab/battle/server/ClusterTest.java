package dev.jitterlab.battle.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.jitterlab.battle.http.JsonReply;
import dev.jitterlab.battle.http.StrictJson;
import dev.jitterlab.battle.protocol.ServerPacket;
import dev.jitterlab.battle.session.ClientSession.Receipt;
import dev.jitterlab.battle.session.Grant;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A whole cluster of real processes, played by hand. */
@Timeout(value = 240, unit = TimeUnit.SECONDS)
class ClusterTest {
  private static final int SIGTERM_STATUS = 143;

  @TempDir private Path folder;
  private ClusterProcesses cluster;

  @BeforeEach
  void prepare() throws IOException {
    cluster = new ClusterProcesses(folder);
  }

  @AfterEach
  void killWhatIsLeft() {
    cluster.close();
  }

  @Test
  void playersAreMatchedPlayAndGetAnotherBattleWhenTheirServerDies() throws Exception {
    cluster.startServices();
    cluster.startServer("server-a", "a", "--battle-seconds=1");
    cluster.startServer("server-b", "b", "--battle-seconds=1");
    String ann = login("ann");
    String bob = login("bob");

    JsonNode first = matchOf(ann, bob);
    play(first, ann, bob);
    JsonNode record = awaitPlayed(1);
    assertEquals(first.path("battle"), record.path("battle"));
    assertEquals("deathmatch", record.path("mode").asText());

    JsonNode second = matchOf(ann, bob);
    assertNotEquals(first.path("server"), second.path("server"), "versions take turns");
    cluster.process(second.path("server").asText()).destroyForcibly();
    JsonNode third = matchOf(ann, bob); // a reservation there fails, which tells the allocator
    assertEquals(first.path("server"), third.path("server"));
    play(third, ann, bob);
    awaitPlayed(2);

    String left = third.path("server").asText();
    JsonReply changed = cluster.command(left, "/mode-mix", StrictJson.object().put("mix", "boss"));
    assertEquals(200, changed.status(), changed.error());
    play(matchOf(ann, bob), ann, bob);
    assertEquals("boss", awaitPlayed(3).path("mode").asText());
    assertEquals(
        401, cluster.post(left, "/mode-mix", StrictJson.object().put("mix", "boss")).status());

    cluster.command(left, "/drain", StrictJson.object());
    while (!cluster
        .get("allocator", "/servers")
        .path("servers")
        .path(0)
        .path("draining")
        .asBoolean()) {
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(100));
    }
    ObjectNode battle = StrictJson.object().put("mode", "any");
    battle
        .putArray("players")
        .add(StrictJson.object().put("player", 1))
        .add(StrictJson.object().put("player", 2));
    JsonReply refused = cluster.command("allocator", "/battles", battle);
    assertEquals(503, refused.status(), refused.error());

    for (String name : List.of("matchmaker", left, "login", "allocator", "results")) {
      cluster.process(name).destroy();
      assertTrue(cluster.process(name).waitFor(60, TimeUnit.SECONDS), name);
      assertEquals(SIGTERM_STATUS, cluster.process(name).exitValue(), name);
    }
  }

  @Test
  void onlyServicesMayAskForTokens() throws Exception {
    cluster.startLogin();
    JsonReply refused = cluster.post("login", "/tokens", StrictJson.object());
    assertEquals(401, refused.status());
    assertTrue(refused.error().contains("only services"), refused.error());
  }

  private String login(String name) throws Exception {
    JsonReply reply = cluster.post("login", "/login", StrictJson.object().put("name", name));
    assertEquals(200, reply.status(), reply.error());
    return reply.body().path("ticket").asText();
  }

  /** Queues both, and returns the match that they have together, as the first sees it. */
  private JsonNode matchOf(String one, String other) throws Exception {
    for (String ticket : List.of(one, other)) {
      ObjectNode wish =
          StrictJson.object().put("ticket", ticket).put("mode", "any").put("latency_ms", 20);
      JsonReply reply = cluster.post("matchmaker", "/queue", wish);
      assertEquals(202, reply.status(), reply.error());
    }
    JsonNode match = await(one);
    assertEquals(match.path("battle"), await(other).path("battle"));
    return match;
  }

  private JsonNode await(String ticket) throws Exception {
    JsonNode answer = cluster.get("matchmaker", "/queue?ticket=" + ticket);
    while (answer.path("state").asText().equals("waiting")) {
      answer = cluster.get("matchmaker", "/queue?ticket=" + ticket);
    }
    assertEquals("matched", answer.path("state").asText(), answer.toString());
    return answer;
  }

  /** Takes both seats and stays until the battle has ended. */
  private void play(JsonNode match, String one, String other) throws Exception {
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

  private static Grant grant(JsonNode match) {
    JsonNode grant = match.path("grant");
    return new Grant(
        match.path("server").asText(),
        grant.path("expires_at").asLong(),
        Base64.getDecoder().decode(grant.path("token").asText()),
        Base64.getDecoder().decode(grant.path("client_key").asText()),
        Base64.getDecoder().decode(grant.path("server_key").asText()));
  }

  /** Waits until both have played so often, and returns the newest result. */
  private JsonNode awaitPlayed(int battles) throws Exception {
    while (cluster.get("results", "/players/1").path("played").asInt() < battles
        || cluster.get("results", "/players/2").path("played").asInt() < battles) {
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(50));
    }
    return cluster.get("results", "/results?limit=1").path("results").path(0);
  }
}
