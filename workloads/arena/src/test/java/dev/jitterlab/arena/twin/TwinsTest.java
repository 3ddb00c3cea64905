package dev.jitterlab.arena.twin;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jitterlab.arena.world.ClientInput;
import dev.jitterlab.arena.world.ClientView;
import dev.jitterlab.arena.world.Fighter;
import dev.jitterlab.arena.world.Goods;
import dev.jitterlab.arena.world.World;
import dev.jitterlab.arena.world.WorldRules;
import dev.jitterlab.tick.Rate;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Conservation under load, in every twin: hits given are hits taken, goods traded are goods
 * received.
 */
@Timeout(value = 2, unit = TimeUnit.MINUTES)
class TwinsTest {
  private static final int FIGHTERS = 24;
  private static final Rate RATE = Rate.hz(200);
  private static final WorldRules RULES = new WorldRules(100, 1, RATE.periodNs());

  private final List<RuntimeException> failures = new CopyOnWriteArrayList<>();
  private final SplittableRandom random = new SplittableRandom(7);
  private final List<Fighter> fighters = new ArrayList<>();
  private World world;

  private void createWorld() {
    world =
        new World(RULES, System::nanoTime, tick -> {}, (object, failure) -> failures.add(failure));
  }

  private void crowd() {
    for (int i = 0; i < FIGHTERS; i++) {
      fighters.add(
          world.join(
              "player " + i,
              Goods.ofANewFighter(),
              2_000 + 20 * (i % 5),
              2_000 + 20 * (i / 5),
              RATE,
              ClientView.NONE));
    }
  }

  /** Everybody attacks and trades in all directions until enough has happened. */
  private void play(long hits, long trades) throws InterruptedException {
    int number = 0;
    while (world.hits() < hits || world.trades() < trades) {
      assertEquals(List.of(), failures);
      for (Fighter fighter : fighters) {
        int keys = random.nextInt(ClientInput.ALL_KEYS + 1) | ClientInput.BOLT | ClientInput.TRADE;
        boolean unused =
            fighter.contact().input(new ClientInput(++number, keys, random.nextInt(65_536)));
      }
      TimeUnit.MILLISECONDS.sleep(2);
    }
  }

  @ParameterizedTest
  @EnumSource
  void nothingIsLostOrDoubled(Twin twin) throws InterruptedException {
    createWorld();
    try (ExecutionModel execution = twin.execute(3, System::nanoTime)) {
      world.changeTo(twin.meeting(), execution);
      crowd();
      play(60, 10);
    }

    assertEquals("", world.audit());
    assertEquals(0, world.failures());
    assertTrue(world.hits() >= 60);
  }

  @Test
  void nothingIsLostWhenTheTwinIsChangedWhileEverybodyFights() throws InterruptedException {
    createWorld();
    long hits = 0;
    for (int round = 0; round < 2; round++) {
      for (Twin twin : Twin.values()) {
        try (ExecutionModel execution = twin.execute(2, System::nanoTime)) {
          world.changeTo(twin.meeting(), execution);
          if (fighters.isEmpty()) {
            crowd();
          }
          hits = world.hits() + 15;
          play(hits, 0);
        }
        assertEquals("", world.audit(), twin::label);
      }
    }
  }

  /** The scheduler began its turn at 0, and 4 ms later it has the lock. */
  @Test
  void anUpdateUnderTheGlobalLockIsDueOnePeriodAfterItHadTheLock() {
    long[] nowNs = {0};
    World locked =
        new World(RULES, () -> nowNs[0], tick -> {}, (object, failure) -> failures.add(failure));
    locked.changeTo(Twin.GLOBAL_LOCK.meeting(), (object, firstAfterNs) -> {});
    Fighter fighter = locked.join("p", Goods.ofANewFighter(), 2_000, 2_000, RATE, ClientView.NONE);
    nowNs[0] = 4_000_000;
    try (GlobalLockExecution execution = new GlobalLockExecution(1, () -> nowNs[0])) {
      assertTrue(execution.run(fighter, 0));
    }

    assertEquals(List.of(), failures);
    assertEquals(4_000_000 + RATE.periodNs(), fighter.dueNs());
  }

  /** Such as of a heap that is full: the object is not run any more, and somebody has to say so. */
  @Test
  void anErrorInThePapersPoolIsTold() throws Exception {
    createWorld();
    AssertionError defect = new AssertionError("of the test");
    ClientView breaking =
        new ClientView() {
          @Override
          public boolean open(Fighter self, int all) {
            throw defect;
          }

          @Override
          public void fighter(int id, long position, int heading, int flags) {}

          @Override
          public void bolt(float x, float y, int heading) {}

          @Override
          public void close() {}
        };
    CompletableFuture<Throwable> told = new CompletableFuture<>();
    Thread.UncaughtExceptionHandler before = Thread.getDefaultUncaughtExceptionHandler();
    Thread.setDefaultUncaughtExceptionHandler((thread, failure) -> told.complete(failure));
    try (ExecutionModel execution = Twin.PAPER.execute(1, System::nanoTime)) {
      world.changeTo(Twin.PAPER.meeting(), execution);
      Fighter unused = world.join("p", Goods.ofANewFighter(), 2_000, 2_000, RATE, breaking);
      assertSame(defect, told.get());
    } finally {
      Thread.setDefaultUncaughtExceptionHandler(before);
    }
  }

  @Test
  void whoLeavesTakesNothingAlong() throws InterruptedException {
    createWorld();
    try (ExecutionModel execution = Twin.LOCKLESS.execute(3, System::nanoTime)) {
      world.changeTo(Twin.LOCKLESS.meeting(), execution);
      crowd();
      play(20, 3);
      List<Fighter> leavers = List.copyOf(fighters.subList(0, FIGHTERS / 2));
      leavers.forEach(Fighter::leave);
      fighters.removeAll(leavers);
      play(world.hits() + 20, 0);
      while (world.fighters().length > FIGHTERS / 2) { // each leaves in its own next update
        TimeUnit.MILLISECONDS.sleep(2);
      }
    }

    assertEquals("", world.audit());
    assertEquals(FIGHTERS / 2, world.fighters().length);
  }
}
