package dev.jitterlab.battle.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.jitterlab.battle.bot.Bots;
import dev.jitterlab.battle.http.JsonReply;
import dev.jitterlab.battle.http.StrictJson;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Battle servers that end while they are played on, in a whole cluster of real processes. */
@Timeout(value = 180, unit = TimeUnit.SECONDS)
class RecoveryTest {
  private static final int BOTS = 12;
  private static final String PLAYING = "jitterlab_bot_states{state=\"playing\"}";
  private static final String RECOVERED = "jitterlab_bot_recovery_seconds_count";

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
  void allPlayAgainWhenTheirServerIsKilledAndWhenTheNextOneIsTerminated() throws Exception {
    cluster.startServices();
    cluster.startServer("doomed", "v", "--battle-seconds=600");
    cluster.startWithoutKey(
        "bots",
        Bots.class,
        List.of(
            "--login=" + cluster.http("login"),
            "--matchmaker=" + cluster.http("matchmaker"),
            cluster.identityOption(),
            "--players=" + BOTS));
    awaitAllPlaying();
    cluster.startServer("next", "v", "--battle-seconds=600");

    cluster.process("doomed").destroyForcibly();
    while (cluster.metric("bots", RECOVERED) < BOTS) {
      pause();
    }
    awaitAllPlaying();
    assertTrue(cluster.metric("bots", "jitterlab_bot_losses_total") >= BOTS);
    assertEquals(0, cluster.metric("matchmaker", "jitterlab_matchmaker_abandoned_total"));

    cluster.startServer("last", "v", "--battle-seconds=600");
    cluster.process("next").destroy();
    while (cluster.metric("last", "jitterlab_players") < BOTS) {
      pause();
    }
    awaitAllPlaying();
    assertTrue(cluster.metric("bots", "jitterlab_bot_requeues_total{reason=\"over\"}") > 0);
    assertEquals(0, cluster.metric("matchmaker", "jitterlab_matchmaker_abandoned_total"));
  }

  @Test
  void seatsThatNobodyWillTakeAreGivenBackAtOnce() throws Exception {
    cluster.startServices();
    cluster.startServer("small", "v", "--max-players=2");
    JsonReply first = placeABattleOfTwo();
    assertEquals(201, first.status(), first.error());
    assertEquals(503, cluster.command("allocator", "/battles", battleOfTwo()).status());

    String path = "/battles/" + first.body().path("battle").asLong();
    assertEquals(200, cluster.delete("allocator", path).status());
    JsonReply again = placeABattleOfTwo();
    assertEquals(201, again.status(), again.error());
  }

  /** Asks until the server's next heartbeat says that it admits one. */
  private JsonReply placeABattleOfTwo() throws Exception {
    JsonReply reply = cluster.command("allocator", "/battles", battleOfTwo());
    while (reply.status() == 503) {
      pause();
      reply = cluster.command("allocator", "/battles", battleOfTwo());
    }
    return reply;
  }

  private static ObjectNode battleOfTwo() {
    ObjectNode battle = StrictJson.object().put("mode", "any");
    battle
        .putArray("players")
        .add(StrictJson.object().put("player", 1))
        .add(StrictJson.object().put("player", 2));
    return battle;
  }

  private void awaitAllPlaying() throws Exception {
    while (cluster.metric("bots", PLAYING) < BOTS) {
      pause();
    }
  }

  private static void pause() {
    LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(100));
  }
}
