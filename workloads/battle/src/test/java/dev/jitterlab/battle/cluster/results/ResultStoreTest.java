package dev.jitterlab.battle.cluster.results;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ResultStoreTest {
  @TempDir private Path folder;

  @Test
  void keepsEachResultOnceAndSurvivesARestart() throws Exception {
    long ann;
    long bob;
    try (ResultStore store = open()) {
      ann = store.player("ann");
      bob = store.player("bob");
      assertEquals(ann, store.player("ann"));
      assertTrue(store.add(result("s1", 7, ann, bob)));
      assertFalse(store.add(result("s1", 7, ann, bob)));
      assertTrue(store.add(result("s2", 7, ann, bob)));
    }
    try (ResultStore store = open()) {
      assertFalse(store.add(result("s1", 7, ann, bob)));
      assertEquals(2, store.record(ann).path("played").asInt());
      assertEquals(2, store.record(ann).path("won").asInt());
      assertEquals(0, store.record(bob).path("won").asInt());
      double annsSkill = store.record(ann).path("skill").asDouble();
      assertEquals(1_016 + Elo.gain(1_016, 984), annsSkill, 1e-9);
      assertEquals(2_000, annsSkill + store.record(bob).path("skill").asDouble(), 1e-9);
      assertEquals("s2", store.newest(1).path(0).path("server").asText());
      assertEquals(2, store.newest(10).size());
      assertEquals(ann, store.player("ann"));
    }
  }

  @Test
  void listsWhoPlayedAndWonInTheOrderOfArrival() throws Exception {
    try (ResultStore store = open()) {
      long ann = store.player("ann");
      long bob = store.player("bob");
      assertTrue(store.add(result("s1", 7, ann, bob)));
      assertTrue(store.add(result("s2", 5, bob, ann)));
      long first = store.after(0, 1).path(0).path("number").asLong();
      assertEquals(7, store.after(0, 1).path(0).path("battle").asLong());
      JsonNode second = store.after(first, 10).path(0);
      assertEquals(5, second.path("battle").asLong());
      assertEquals(bob, second.path("players").path(0).path("player").asLong());
      assertTrue(second.path("players").path(0).path("won").asBoolean());
      assertFalse(second.path("players").path(1).path("won").asBoolean(true));
      assertEquals(0, store.after(second.path("number").asLong(), 10).size());
    }
  }

  @Test
  void aBattleThatNobodyWonChangesNoSkill() throws Exception {
    try (ResultStore store = open()) {
      long ann = store.player("ann");
      BattleResult.Player lost = new BattleResult.Player(ann, false);
      assertTrue(store.add(new BattleResult("s", 1, "v", "boss", "defeated", 3, List.of(lost))));
      assertEquals(1, store.record(ann).path("played").asInt());
      assertEquals(Elo.INITIAL, store.record(ann).path("skill").asDouble());
      assertNull(store.record(99));
    }
  }

  @Test
  void theFavouriteGainsLess() {
    assertEquals(16, Elo.gain(1_000, 1_000), 1e-9);
    assertTrue(Elo.gain(1_400, 1_000) < 3);
    assertTrue(Elo.gain(1_000, 1_400) > 29);
  }

  /** Empty before each test. */
  String database() {
    return folder.resolve("store").toString();
  }

  private ResultStore open() throws Exception {
    return ResultStore.open(database());
  }

  private static BattleResult result(String server, long battle, long winner, long loser) {
    return new BattleResult(
        server,
        battle,
        "v1",
        "deathmatch",
        "score",
        12.5,
        List.of(new BattleResult.Player(winner, true), new BattleResult.Player(loser, false)));
  }
}
