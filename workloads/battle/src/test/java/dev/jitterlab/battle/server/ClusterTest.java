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
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
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
  private static final int KICKED_AT = 50;

  private static final int SIGTERM_STATUS = 143;

  @TempDir private Path folder;
  private ClusterProcesses cluster;
  private ClusterPlayers players;

  @BeforeEach
  void prepare() throws IOException {
    cluster = new ClusterProcesses(folder);
    players = new ClusterPlayers(cluster);
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
    String ann = players.login("ann");
    String bob = players.login("bob");

    JsonNode first = players.matchOf(ann, bob);
    players.play(first, ann, bob);
    JsonNode record = players.awaitPlayed(1);
    assertEquals(first.path("battle"), record.path("battle"));
    assertEquals("deathmatch", record.path("mode").asText());

    JsonNode second = players.matchOf(ann, bob);
    assertNotEquals(first.path("server"), second.path("server"), "versions take turns");
    cluster.process(second.path("server").asText()).destroyForcibly();
    JsonNode third =
        players.matchOf(ann, bob); // a reservation there fails, which tells the allocator
    assertEquals(first.path("server"), third.path("server"));
    players.play(third, ann, bob);
    players.awaitPlayed(2);

    String left = third.path("server").asText();
    JsonReply changed = cluster.command(left, "/mode-mix", StrictJson.object().put("mix", "boss"));
    assertEquals(200, changed.status(), changed.error());
    players.play(players.matchOf(ann, bob), ann, bob);
    assertEquals("boss", players.awaitPlayed(3).path("mode").asText());
    bansWhoIsKicked(players.matchOf(ann, bob), ann, bob);
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

  /** A kick by one battle server keeps the account out of the whole cluster. */
  private void bansWhoIsKicked(JsonNode match, String ann, String bob) throws Exception {
    String[] address = match.path("address").asText().split(":", -1);
    InetSocketAddress udp = new InetSocketAddress(address[0], Integer.parseInt(address[1]));
    try (TestPlayer cheat = new TestPlayer(udp);
        TestPlayer other = new TestPlayer(udp)) {
      cheat.request(ClusterPlayers.grant(match));
      other.request(ClusterPlayers.grant(players.await(bob)));
      for (TestPlayer each : List.of(cheat, other)) {
        assertEquals(Receipt.CHALLENGED, each.receiveDatagram());
        each.sendJoin();
      }
      cheat.await(ServerPacket.Type.STATE);
      for (int i = 0; i < KICKED_AT; i++) {
        cheat.sendInput(cheat.packet.battle(), -1); // has seen the future
      }
      cheat.await(ServerPacket.Type.KICKED);
    }
    while (cluster.get("results", "/players/1").path("banned_until").asLong() == 0) {
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(50));
    }
    JsonNode bans = cluster.get("results", "/bans?players=2,1").path("bans");
    assertEquals(1, bans.size(), bans.toString());
    assertEquals(1, bans.path(0).path("player").asLong());
    JsonReply refused = cluster.login("ann");
    assertEquals(403, refused.status());
    assertTrue(refused.error().contains("banned until"), refused.error());
    ObjectNode wish =
        StrictJson.object().put("ticket", ann).put("mode", "any").put("latency_ms", 20);
    assertEquals(403, cluster.post("matchmaker", "/queue", wish).status(), "an older ticket");
    assertEquals(200, cluster.delete("results", "/bans/1").status());
    assertEquals(200, cluster.login("ann").status());
  }

  @Test
  void onlyServicesMayAskForTokens() throws Exception {
    cluster.startLogin();
    JsonReply refused = cluster.post("login", "/tokens", StrictJson.object());
    assertEquals(401, refused.status());
    assertTrue(refused.error().contains("only services"), refused.error());
  }
}
