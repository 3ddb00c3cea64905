package dev.jitterlab.battle.cluster.results;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AccountBansTest {
  private static final long NOW = 1_000_000;
  private static final long DAY = 86_400;

  @TempDir private Path folder;

  @Test
  void eachKickBansForTwiceAsLongAndABanSurvivesARestart() throws Exception {
    long ann;
    try (ResultStore store = open()) {
      ann = store.player("ann");
      assertEquals(0, store.bannedUntil(ann, NOW));
      assertEquals(NOW + 60, store.kicked(ann, NOW - 1, NOW));
      assertEquals(NOW + 120, store.kicked(ann, NOW, NOW));
    }
    try (ResultStore store = open()) {
      assertEquals(NOW + 120, store.bannedUntil(ann, NOW + 119));
      assertEquals(0, store.bannedUntil(ann, NOW + 120));
      assertEquals(0, store.bannedUntil(store.player("bob"), NOW));
      assertEquals(NOW + 500 + 240, store.kicked(ann, NOW + 500, NOW + 500));
      for (int i = 1; i <= 100; i++) {
        store.kicked(ann, NOW + 500 + i, NOW + 600);
      }
      assertEquals(NOW + 600 + DAY, store.bannedUntil(ann, NOW + 600), "a day at most");
      long later = NOW + 3 * DAY;
      assertEquals(later + 60, store.kicked(ann, later, later), "what was is forgotten");
    }
  }

  /** A server that got no answer sends its kick again, however often. */
  @Test
  void aKickThatIsSentAgainCountsOnce() throws Exception {
    try (ResultStore store = open()) {
      long ann = store.player("ann");
      assertEquals(NOW + 60, store.kicked(ann, NOW, NOW));
      for (int i = 1; i <= 13; i++) {
        assertEquals(NOW + 60, store.kicked(ann, NOW, NOW + 2 * i));
      }
      assertEquals(NOW + 30 + 120, store.kicked(ann, NOW + 30, NOW + 30), "the next one doubles");
    }
  }

  @Test
  void anOperatorBansAndPardons() throws Exception {
    try (ResultStore store = open()) {
      long ann = store.player("ann");
      store.ban(ann, NOW + 10 * DAY);
      assertEquals(NOW + 10 * DAY, store.kicked(ann, NOW, NOW), "no kick shortens it");
      store.ban(ann, 0);
      assertEquals(0, store.bannedUntil(ann, NOW));
      assertEquals(NOW + 61, store.kicked(ann, NOW + 1, NOW + 1), "kicks before are pardoned too");
    }
  }

  private ResultStore open() throws Exception {
    return ResultStore.open(folder.resolve("store").toString());
  }
}
