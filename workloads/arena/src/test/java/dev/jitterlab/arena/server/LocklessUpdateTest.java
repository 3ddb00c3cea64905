package dev.jitterlab.arena.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jitterlab.arena.world.ActiveObject;
import dev.jitterlab.arena.world.ClientInput;
import dev.jitterlab.arena.world.Fighter;
import dev.jitterlab.arena.world.Goods;
import dev.jitterlab.arena.world.Meeting;
import dev.jitterlab.tick.Rate;
import dev.jitterlab.tick.recording.TickRecorder;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * An update takes no lock, neither of the rules nor of what listens to updates, draws pictures and
 * keeps characters: all of those locks are held by somebody else, and it goes on.
 */
@Timeout(value = 2, unit = TimeUnit.MINUTES)
class LocklessUpdateTest {
  private static final Rate RATE = Rate.hz(10);
  private static final int FIGHTERS = 8;

  @TempDir Path folder;
  private final List<ActiveObject> objects = new ArrayList<>();
  private final List<Fighter> fighters = new ArrayList<>();
  private final AtomicLong clock = new AtomicLong(1);
  private int number;
  private ArenaHost host;
  private SavedGoods saved;

  @BeforeEach
  void createArena() throws Exception {
    saved = new SavedGoods(folder.resolve("saved.json"));
    ArenaSettings settings = new ArenaSettings();
    settings.terrain = 10;
    settings.sight = 1;
    settings.liveMebibytes = 1;
    settings.garbageKibibytes = 1;
    host =
        new ArenaHost(
            settings, clock::get, new TickRecorder(), Optional.empty(), Optional.of(saved));
  }

  @AfterEach
  void close() {
    host.close();
  }

  private void crowd(Meeting meeting) {
    host.world().changeTo(meeting, (object, firstAfterNs) -> objects.add(object));
    for (int i = 0; i < FIGHTERS; i++) {
      int place = i;
      fighters.add(
          saved.join(
              "player " + i,
              goods ->
                  host.world()
                      .join(
                          "player " + place,
                          goods,
                          2_000 + 15 * place,
                          2_000,
                          RATE,
                          new StateWriter(host.outbox, frame -> frame.free(), 1_400))));
    }
  }

  /** Everybody fights and trades. Between two updates are two periods, so each of them is long. */
  private void play(int rounds) {
    for (int round = 0; round < rounds; round++) {
      long nowNs = clock.addAndGet(2 * RATE.periodNs());
      for (Fighter fighter : fighters) {
        boolean unused =
            fighter
                .contact()
                .input(new ClientInput(++number, ClientInput.ALL_KEYS, number * 4_099));
      }
      for (ActiveObject object : List.copyOf(objects)) {
        if (!object.run(nowNs)) {
          objects.remove(object);
        }
      }
    }
  }

  @Test
  void anUpdateTakesNoLock() throws Exception {
    crowd(Meeting.MAILBOXES);
    play(40); // all classes are loaded, and something is under way
    long hits = host.world().hits();
    long trades = host.world().trades();

    String waited =
        LocksHeld.during(
            () -> {
              play(40);
              fighters.get(0).leave();
              play(40);
            },
            host,
            saved,
            fighters,
            objects);

    assertEquals("", waited);
    assertTrue(fighters.get(0).hasEnded());
    assertTrue(host.world().hits() > hits, "hits");
    assertTrue(host.world().trades() > trades, "trades");
    assertEquals(0, host.world().failures());
    host.longUpdates.decide(clock.get() + 1_000_000_000, new GarbageCollections(clock::get));
    assertTrue(host.longUpdates.of(LongUpdates.Reason.NO_COLLECTION) > 100, "long updates");
    assertEquals(FIGHTERS * 10, goodsOfAll().gems());
  }

  private Goods goodsOfAll() {
    Goods all = new Goods(0, 0, 0, 0);
    for (Fighter fighter : fighters) {
      all = all.plus(fighter.goods());
    }
    return all;
  }

  /** The other twin shows that such a lock would be found. */
  @Test
  void anUpdateThatTakesALockIsFound() throws Exception {
    crowd(Meeting.READ_WRITE_LOCKS);
    play(5);

    String waited = LocksHeld.during(() -> play(1), host, fighters, objects);

    assertTrue(waited.contains("LockedContact."), waited);
  }
}
