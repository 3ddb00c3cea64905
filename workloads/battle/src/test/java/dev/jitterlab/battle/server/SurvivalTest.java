package dev.jitterlab.battle.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The table "what dies, what is lost" of docs/cluster.md, row by row, with real processes. */
@Timeout(value = 180, unit = TimeUnit.SECONDS)
class SurvivalTest {
  @TempDir private static Path folder;
  private static ClusterProcesses cluster;
  private static ClusterPlayers players;
  private static String ann;
  private static String bob;
  private static int played;

  @BeforeAll
  static void start() throws Exception {
    cluster = new ClusterProcesses(folder);
    players = new ClusterPlayers(cluster);
    cluster.startServices();
    cluster.startServer("server", "old", "--battle-seconds=1", "--drain-seconds=60");
    ann = players.login("ann");
    bob = players.login("bob");
  }

  @AfterAll
  static void killWhatIsLeft() {
    cluster.close();
  }

  /** Whatever was killed: each battle that was played to its end counts once, for both. */
  @AfterEach
  void eachResultCountsOnce() throws Exception {
    JsonNode results = cluster.get("results", "/results?after=0&limit=1000").path("results");
    Set<Long> battles = new HashSet<>();
    for (JsonNode result : results) {
      assertTrue(battles.add(result.path("battle").asLong()), results.toString());
      assertEquals(2, result.path("players").size());
    }
    assertEquals(played, battles.size());
    JsonNode annsRecord = cluster.get("results", "/players/1");
    JsonNode bobsRecord = cluster.get("results", "/players/2");
    assertEquals(played, annsRecord.path("played").asInt());
    assertEquals(played, bobsRecord.path("played").asInt());
    assertEquals(
        2_000, annsRecord.path("skill").asDouble() + bobsRecord.path("skill").asDouble(), 1e-6);
  }

  @Test
  void aResultOutlivesTheStoreAndTheServerThatHasIt() throws Exception {
    JsonNode match = players.matchOf(ann, bob);
    cluster.kill("results");
    players.play(match, ann, bob); // both have heard how it ended
    cluster.kill("server");
    cluster.restart("results");
    cluster.restart("server");
    awaitPlayed();
    awaitEmptyOutbox();
  }

  @Test
  void aBattleThatEndsWhileTheAllocatorIsAwayIsNotLost() throws Exception {
    JsonNode match = players.matchOf(ann, bob);
    cluster.kill("allocator");
    players.play(match, ann, bob);
    awaitPlayed();
    cluster.restart("allocator");
    for (String ticket : new String[] {ann, bob}) {
      while (!state(ticket).equals("unknown")) { // else the matchmaker would keep them for ever
        pause();
      }
    }
    awaitServers(1);
    JsonNode next = players.matchOf(ann, bob);
    assertTrue(next.path("battle").asLong() > match.path("battle").asLong());
    players.play(next, ann, bob);
    awaitPlayed();
  }

  @Test
  void whoWaitsKeepsHisPlaceWhenTheMatchmakerIsKilled() throws Exception {
    String place = players.queue(ann, null);
    long sinceNs = System.nanoTime();
    cluster.kill("matchmaker");
    cluster.restart("matchmaker");
    assertEquals("unknown", state(ann));
    double waited = (System.nanoTime() - sinceNs) / 1e9;
    players.queue(ann, place);
    players.queue(bob, null);
    CompletableFuture<JsonNode> bobsMatch = players.hold(bob);
    assertEquals("matched", players.await(ann).path("state").asText());
    assertEquals("matched", bobsMatch.get().path("state").asText());
    double counted = cluster.metric("matchmaker", "jitterlab_matchmaker_wait_seconds_sum");
    assertTrue(counted > waited - 0.01, counted + " s of " + waited); // places are in whole ms
    players.play(players.await(ann), ann, bob);
    awaitPlayed();
  }

  @Test
  void ticketsAndMatchesOutliveTheLogin() throws Exception {
    cluster.kill("login");
    players.queue(ann, null);
    players.queue(bob, null);
    List<CompletableFuture<JsonNode>> held = List.of(players.hold(ann), players.hold(bob));
    while (cluster.metric("matchmaker", "jitterlab_matchmaker_matches_not_placed_total") < 1) {
      pause();
    }
    cluster.restart("login");
    held.get(1).get();
    players.play(held.get(0).get(), ann, bob);
    awaitPlayed();
    assertEquals(ann.length(), players.login("ann").length());
  }

  /** A seat is not kept for long, so the new server is there before anybody has one. */
  @Test
  void anUpgradeFromOneVersionToTheNextLosesNothing() throws Exception {
    cluster.startServer("next", "new", "--battle-seconds=1", "--drain-seconds=60");
    JsonNode last = players.matchOf(ann, bob);
    String old = last.path("server").asText();
    String fresh = old.equals("next") ? "server" : "next";
    cluster.process(old).destroy(); // it plays its battle to the end
    players.play(last, ann, bob);
    assertTrue(cluster.process(old).waitFor(60, TimeUnit.SECONDS));
    assertEquals(0, waitingIn(old));
    awaitPlayed();
    JsonNode first = players.matchOf(ann, bob);
    assertEquals(fresh, first.path("server").asText());
    players.play(first, ann, bob);
    awaitPlayed();
    if (old.equals("server")) { // the other tests count on it
      cluster.restart(old);
      awaitServers(2);
      cluster.process(fresh).destroy();
      assertTrue(cluster.process(fresh).waitFor(60, TimeUnit.SECONDS));
      assertNotEquals(0, cluster.process(fresh).exitValue());
    }
    awaitServers(1);
  }

  /** One more battle was played: waits until it counts for both. */
  private static void awaitPlayed() throws Exception {
    players.awaitPlayed(++played);
  }

  private static void awaitServers(int count) throws Exception {
    while (cluster.get("allocator", "/servers").path("servers").size() != count) {
      pause();
    }
  }

  private static void awaitEmptyOutbox() throws Exception {
    while (waitingIn("server") > 0) {
      pause();
    }
  }

  private static int waitingIn(String server) {
    String[] files =
        folder.resolve(server + "-outbox").toFile().list((in, name) -> name.endsWith(".json"));
    return files.length;
  }

  private static String state(String ticket) throws Exception {
    return cluster.get("matchmaker", "/queue?ticket=" + ticket).path("state").asText();
  }

  private static void pause() {
    LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(50));
  }
}
