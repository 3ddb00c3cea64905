package dev.jitterlab.arena.world;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jitterlab.tick.Rate;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** One fighter reads another one, which is updated some times before the reader's update ends. */
class ReadErrorsTest {
  private static final Rate RATE = Rate.hz(10);
  private static final int STEP = 19; // units, at 190 a second

  private long nowNs = 1;
  private World world;
  private Fighter other;
  private int meanwhile;

  /** Draws nothing; when it is shown the other one, that one is updated. */
  private final ClientView interrupted =
      new ClientView() {
        @Override
        public boolean open(Fighter self, int fighters) {
          return true;
        }

        @Override
        public void fighter(int id, long position, int heading, int flags) {
          for (int i = 0; other != null && id == other.id() && i < meanwhile; i++) {
            nowNs += RATE.periodNs();
            assertTrue(other.run(nowNs));
          }
        }

        @Override
        public void bolt(float x, float y, int heading) {}

        @Override
        public void close() {}
      };

  private Fighter createWorld(Meeting meeting, int checkedEvery) {
    world =
        new World(
            new WorldRules(0, 0, RATE.periodNs(), checkedEvery),
            () -> nowNs,
            tick -> {},
            (object, failure) -> {
              throw failure;
            });
    world.changeTo(meeting, (object, firstAfterNs) -> {});
    return world.join("reader", Goods.ofANewFighter(), 1_000, 1_000, RATE, interrupted);
  }

  private void createWalker() {
    other = world.join("walker", Goods.ofANewFighter(), 2_000, 1_000, RATE, ClientView.NONE);
    assertTrue(other.contact().input(new ClientInput(1, ClientInput.RIGHT, 0)));
    assertTrue(other.run(nowNs)); // its first update has no time to walk in
  }

  private List<Long> counts() {
    ReadErrors errors = world.readErrors();
    return List.of(errors.same(), errors.oneStep(), errors.moreSteps());
  }

  @ParameterizedTest
  @CsvSource({"0, 1, 0, 0", "1, 0, 1, 0", "2, 0, 0, 1", "3, 0, 0, 1"})
  void countsHowOftenAnotherWasUpdatedAndHowFarItWalked(
      int updates, long same, long once, long oftener) {
    Fighter reader = createWorld(Meeting.MAILBOXES, 1);
    createWalker();
    meanwhile = updates;

    assertTrue(reader.run(nowNs));

    assertEquals(List.of(same, once, oftener), counts());
    assertEquals(updates * STEP, world.readErrors().units(), 0.01);
  }

  /** What is compared does not depend on how a position is read. */
  @ParameterizedTest
  @EnumSource
  void checksUnderEveryExecutionModel(Meeting meeting) {
    Fighter reader = createWorld(meeting, 1);
    createWalker();
    meanwhile = 1;

    assertTrue(reader.run(nowNs));

    assertEquals(List.of(0L, 1L, 0L), counts());
    assertEquals(STEP, world.readErrors().units(), 0.01);
  }

  @Test
  void whoStandsStillIsUpdatedAndStaysWhereItIs() {
    Fighter reader = createWorld(Meeting.MAILBOXES, 1);
    createWalker();
    assertTrue(other.contact().input(new ClientInput(2, 0, 0)));
    assertTrue(other.run(nowNs));
    meanwhile = 2;

    assertTrue(reader.run(nowNs));

    assertEquals(List.of(0L, 0L, 1L), counts());
    assertEquals(0, world.readErrors().units(), 0.01);
  }

  @Test
  void checksOneOfSoManyUpdatesAndWhoJoinsLater() {
    Fighter reader = createWorld(Meeting.MAILBOXES, 2);
    for (int i = 0; i < 4; i++) {
      assertTrue(reader.run(nowNs));
    }
    assertEquals(List.of(0L, 0L, 0L), counts(), "nobody else is there");
    createWalker();
    for (int i = 0; i < 4; i++) {
      assertTrue(reader.run(nowNs));
    }
    assertEquals(List.of(2L, 0L, 0L), counts());
  }

  @Test
  void checksNothingUnlessItIsAskedFor() {
    Fighter reader = createWorld(Meeting.MAILBOXES, 0);
    createWalker();
    meanwhile = 1;

    assertTrue(reader.run(nowNs));

    assertEquals(List.of(0L, 0L, 0L), counts());
  }
}
