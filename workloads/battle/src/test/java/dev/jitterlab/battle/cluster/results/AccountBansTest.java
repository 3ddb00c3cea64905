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
      assertEquals(NOW + 60, store.kicked(ann, NOW));
      assertEquals(NOW + 120, store.kicked(ann, NOW));
    }
    try (ResultStore store = open()) {
      assertEquals(NOW + 120, store.bannedUntil(ann, NOW + 119));
      assertEquals(0, store.bannedUntil(ann, NOW + 120));
      assertEquals(0, store.bannedUntil(store.player("bob"), NOW));
      assertEquals(NOW + 500 + 240, store.kicked(ann, NOW + 500));
      for (int i = 0; i < 100; i++) {
        store.kicked(ann, NOW + 500);
      }
      assertEquals(NOW + 500 + DAY, store.bannedUntil(ann, NOW + 500), "a day at most");
      assertEquals(NOW + 3 * DAY + 60, store.kicked(ann, NOW + 3 * DAY), "what was is forgotten");
    }
  }

  @Test
  void anOperatorBansAndPardons() throws Exception {
    try (ResultStore store = open()) {
      long ann = store.player("ann");
      store.ban(ann, NOW + 10 * DAY);
      assertEquals(NOW + 10 * DAY, store.kicked(ann, NOW), "no kick shortens it");
      store.ban(ann, 0);
      assertEquals(0, store.bannedUntil(ann, NOW));
      assertEquals(NOW + 60, store.kicked(ann, NOW), "kicks before are pardoned too");
    }
  }

  private ResultStore open() throws Exception {
    return ResultStore.open(folder.resolve("store").toString());
  }
}
