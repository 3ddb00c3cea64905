package dev.jitterlab.arena.tool;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jitterlab.arena.trace.TraceFile;
import dev.jitterlab.arena.twin.Twin;
import dev.jitterlab.arena.world.ActiveObject;
import dev.jitterlab.arena.world.Fighter;
import dev.jitterlab.arena.world.Goods;
import dev.jitterlab.arena.world.Meeting;
import dev.jitterlab.arena.world.World;
import dev.jitterlab.arena.world.WorldRules;
import dev.jitterlab.tick.Rate;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(value = 2, unit = TimeUnit.MINUTES)
class ModelRunTest {
  private static final Rate RATE = Rate.hz(10);

  /** Step by step: an empty update reads everybody's position, takes an input and moves. */
  @ParameterizedTest
  @EnumSource
  void anEmptyUpdateMeetsEverybody(Meeting meeting) {
    long[] nowNs = {1};
    List<ActiveObject> objects = new ArrayList<>();
    World world =
        new World(
            new WorldRules(0, 0, RATE.periodNs()),
            () -> nowNs[0],
            tick -> {},
            (object, failure) -> {
              throw failure;
            });
    world.changeTo(meeting, (object, firstAfterNs) -> objects.add(object));
    LongAdder positions = new LongAdder();
    LongAdder inputs = new LongAdder();
    List<Fighter> fighters = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      fighters.add(
          world.join(
              "p", Goods.ofANewFighter(), 1_000, 1_000, RATE, new EmptyClient(positions, inputs)));
    }
    long first = fighters.get(0).position();
    for (int step = 0; step < 4; step++) {
      nowNs[0] += RATE.periodNs();
      objects.forEach(object -> object.run(nowNs[0]));
      assertEquals((step + 1) * 25L, positions.sum());
      assertEquals((step + 1) * 5L, inputs.sum());
      assertEquals(step, fighters.get(0).lastInput(), "taken in the next update");
    }
    assertTrue(fighters.get(0).position() != first, "it moves");
    assertEquals(5, objects.size(), "nobody fires");
  }

  /** The project's target. Counted by the JVM, step by step, so the machine's speed is no part. */
  @ParameterizedTest
  @ValueSource(ints = {10, 200})
  void anUpdateAllocatesAtMostOneKibibyte(int players) {
    double bytes = new ModelRun(TraceFile.shipped(), 10, 1, 1).bytesPerUpdate(players);

    System.out.printf(
        Locale.ROOT, "%d players: %.0f bytes per client and update%n", players, bytes);
    assertTrue(bytes <= 1_024, bytes + " bytes per client and update with " + players);
  }

  /** The run that the simulation takes its costs from. */
  @ParameterizedTest
  @EnumSource
  void emptyRunsReadPositionsAndTakeInputs(Twin twin) throws InterruptedException {
    ModelRun.EmptyRun empty = new ModelRun(TraceFile.shipped(), 0, 0, 2).empty(twin, 8, 0.1, 0.1);

    assertTrue(empty.updatesPerSecond() > 0);
    assertTrue(empty.inputs() > 0);
    assertTrue(empty.positions() > empty.inputs(), "several of each update");
  }

  @Test
  void aRunOfTheTraceStillWorks() throws InterruptedException {
    assertTrue(
        new ModelRun(TraceFile.shipped(), 10, 1, 2).updatesPerSecond(Twin.LOCKLESS, 4, 0, 0.1) > 0);
  }

  /** Also the books of each world balance, which the run looks at. */
  @Test
  void separateWorldsAreUpdatedSideBySide() throws InterruptedException {
    assertTrue(new ModelRun(TraceFile.shipped(), 10, 1, 2).ofSeparateWorlds(2, 4, 0, 0.1) > 0);
  }
}
