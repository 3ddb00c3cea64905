package dev.jitterlab.battle.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

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
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Battle servers that end while they are played on, in a whole cluster of real processes. */
@Timeout(value = 700, unit = TimeUnit.SECONDS)
class RecoveryTest {
  private static final int BOTS = 12;

  private static final long HANG_SECONDS = 180;

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

  @Tag("long") // ClusterTest and PlayTest kill a server too
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
    await("bots", RECOVERED, BOTS);
    awaitAllPlaying();
    assertTrue(cluster.metric("bots", "jitterlab_bot_losses_total") >= BOTS);
    assertEquals(0, cluster.metric("matchmaker", "jitterlab_matchmaker_abandoned_total"));

    cluster.startServer("last", "v", "--battle-seconds=600");
    cluster.process("next").destroy();
    await("last", "jitterlab_players", BOTS);
    awaitAllPlaying();
    assertTrue(cluster.metric("bots", "jitterlab_bot_requeues_total{reason=\"over\"}") > 0);
    assertEquals(0, cluster.metric("bots", "jitterlab_bot_penalties_total"), "bots are honest");
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
    await("bots", PLAYING, BOTS);
  }

  private void await(String process, String metric, double least) throws Exception {
    long hangsAtNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(HANG_SECONDS);
    while (cluster.metric(process, metric) < least) {
      if (System.nanoTime() - hangsAtNs >= 0) {
        fail(process + " has " + cluster.metric(process, metric) + " " + metric + "\n" + state());
      }
      pause();
    }
  }

  /** What bots and services say of themselves. */
  private String state() throws Exception {
    StringBuilder state = new StringBuilder(cluster.get("allocator", "/servers").toString());
    for (String process : List.of("bots", "matchmaker", "allocator", "last")) {
      cluster
          .metrics(process)
          .lines()
          .filter(line -> line.startsWith("jitterlab_") && !line.endsWith(" 0.0"))
          .filter(line -> !line.contains("_bucket{"))
          .forEach(line -> state.append('\n').append(process).append(": ").append(line));
    }
    return state.toString();
  }

  private static void pause() {
    LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(100));
  }
}
