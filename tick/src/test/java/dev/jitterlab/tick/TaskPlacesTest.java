package dev.jitterlab.tick;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jitterlab.tick.recording.TickHistograms;
import dev.jitterlab.tick.recording.TickMetric;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The places that a worker gives its tasks in a period, and when it moves them to others. */
class TaskPlacesTest extends PartitionWorkerFixture {
  @Test
  void startsWithinAPeriodAndLetsEqualTasksFollowOneAnother() {
    long startNs = clock.nanoTime();
    List<Long> startsNs = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      start(
          a,
          "t" + i,
          20,
          tick -> {
            startsNs.add(tick.startedNs() - startNs);
            clock.advance(100_000);
          });
    }
    stepUntilLogged(a, 5);

    List<Long> gaps = new ArrayList<>();
    for (int i = 1; i < 5; i++) {
      gaps.add(startsNs.get(i) - startsNs.get(i - 1));
    }
    assertEquals(List.of(102_000L, 102_000L, 102_000L, 102_000L), gaps);
    assertTrue(startsNs.get(4) < 50 * MS);
    assertEquals(0, recorder.reanchoredTicks(), "a first tick starts no new schedule");
  }

  @Test
  void startsWithinAPeriodAlsoIfItsPlaceHasJustGoneBy() {
    start(a, "one", 20, tick -> {});
    a.takeIn(); // its phase is 0, from now on
    clock.advance(50 * MS + 102_001 - 10 * MS); // the place of the next is at 102 µs
    long startNs = clock.nanoTime();
    OwnedTask two = start(a, "two", 20, tick -> {});
    clock.advance(10 * MS); // its worker is in a long tick
    a.takeIn();

    assertEquals(50 * MS, two.deadlineNs() - startNs);
    assertTrue(two.toBeMoved, "openly, after its first tick");
  }

  /** Else all cores are wanted at the same moment, and none is free for what else runs. */
  @Test
  void batchesOfTwoWorkersAreHalfAPeriodApart() {
    PartitionWorker.together(List.of(a, b));
    OwnedTask first = start(a, "first", 20, tick -> {});
    OwnedTask second = start(b, "second", 20, tick -> {});
    a.takeIn();
    b.takeIn();

    assertEquals(25 * MS, second.deadlineNs() - first.deadlineNs());
  }

  /** Its place in the new rate's ring is free at once, and a tick there would be one too many. */
  @ParameterizedTest
  @ValueSource(ints = {1, 30})
  void ticksAPeriodLaterAtANewRate(int takesMs) {
    List<Long> startsNs = new ArrayList<>();
    OwnedTask task =
        start(
            a,
            "one",
            20,
            tick -> {
              startsNs.add(tick.startedNs());
              clock.advance(takesMs * MS);
            });
    stepUntilLogged(a, 2);
    task.rate(Rate.hz(10));
    stepUntilLogged(a, 5);

    assertTrue(startsNs.get(3) - startsNs.get(2) >= 100 * MS, startsNs::toString);
  }

  /** Growing executions move each place by less than they move the end of the tick before it. */
  @Test
  void keepsTicksApartWhenItsTasksGetNewPlaces() {
    keepsTicksApart(100, 100_000, 125_000);
  }

  /** Before the first ticks nobody knows what they take, so the first places are too near. */
  @Test
  void keepsTicksApartWhenTheyTakeMoreThanExpected() {
    keepsTicksApart(20, MS, MS);
  }

  private void keepsTicksApart(int tasks, long takesFirstNs, long takesThenNs) {
    Map<String, Long> lastNs = new HashMap<>();
    long[] closestNs = {Long.MAX_VALUE};
    for (int i = 0; i < tasks; i++) {
      start(
          a,
          "t" + i,
          20,
          tick -> {
            Long before = lastNs.put(tick.task(), tick.startedNs());
            if (before != null) {
              closestNs[0] = Math.min(closestNs[0], tick.startedNs() - before);
            }
            clock.advance(log.size() < 20 * tasks ? takesFirstNs : takesThenNs);
          });
    }
    stepUntilLogged(a, 200 * tasks);

    assertTrue(recorder.reanchoredTicks() >= tasks - 1, recorder.reanchoredTicks() + " moves");
    assertTrue(closestNs[0] >= 12 * MS, closestNs[0] + " ns apart");
  }

  /** Lobbies beside battles: the places of dear tasks must be as long as their own ticks. */
  @ParameterizedTest
  @ValueSource(ints = {10, 18})
  void unlikeTasksAreOnTime(int lobbies) {
    for (int i = 0; i < 20; i++) {
      long takesNs = i < lobbies ? 100_000 : 3 * MS;
      start(a, "t" + i, 20, tick -> clock.advance(takesNs));
    }

    assertTrue(p99DriftNs(2_000, 3_000) < MS);
  }

  /** A lobby's layout was right for so long that the next check of it is far. */
  @Test
  void longTasksThatComeToAShortOneAreSoonOnTime() {
    start(a, "lobby", 20, tick -> clock.advance(10_000));
    stepUntilLogged(a, 6_000);
    for (int i = 0; i < 10; i++) {
      start(a, "battle" + i, 20, tick -> clock.advance(3 * MS));
    }

    assertTrue(p99DriftNs(8_200, 2_200) < MS);
  }

  @Test
  void tasksThatBecomeLongerAreSoonOnTime() {
    for (int i = 0; i < 10; i++) {
      start(a, "t" + i, 20, tick -> clock.advance(tick.index() < 1_200 ? MS / 2 : 2 * MS));
    }

    assertTrue(p99DriftNs(14_000, 2_000) < MS);
  }

  /** Their places are nearly half a period apart, which is more than a schedule moves at once. */
  @Test
  void twoLongTasksComeToTheirPlaces() {
    start(a, "one", 20, tick -> clock.advance(20 * MS));
    start(a, "two", 20, tick -> clock.advance(20 * MS));

    assertTrue(p99DriftNs(1_000, 1_000) < MS);
  }

  /** A worker that comes too late to take a tick over hands that task back without a tick. */
  @Test
  void movesAScheduleOnceBetweenTwoTicks() {
    OwnedTask task = start(a, "one", 20, tick -> clock.advance(20 * MS));
    stepUntilLogged(a, 1);
    long dueNs = task.deadlineNs();
    task.phaseNs += 22 * MS;
    task.toBeMoved = true;
    long hourAgoNs = clock.nanoTime() - 3_600_000_000_000L;
    for (int i = 0; i < 2; i++) {
      assertFalse(Custody.runForOwner(task, a, hourAgoNs, new TickThread()));
      a.takeIn();
    }
    assertEquals(50 * MS / 4, task.deadlineNs() - dueNs);
    stepUntilLogged(a, 2);

    assertEquals(22 * MS, task.deadlineNs() - 50 * MS - dueNs, "the rest after the next tick");
    assertFalse(task.toBeMoved);
  }

  /** A first tick loads classes and fills caches. */
  @Test
  void oneLongFirstTickMakesNoLongPlace() {
    for (int i = 0; i < 20; i++) {
      boolean isCold = i == 7;
      start(a, "t" + i, 20, tick -> clock.advance(isCold && tick.index() == 0 ? 30 * MS : 100_000));
    }

    assertTrue(p99DriftNs(1_000, 2_000) < 100_000);
  }

  private long p99DriftNs(int ticksBefore, int ticks) {
    stepUntilLogged(a, ticksBefore);
    TickHistograms after = recorder.subscribe();
    stepUntilLogged(a, ticksBefore + ticks);
    long[] p99Ns = new long[1];
    after.read(h -> p99Ns[0] = h.get(TickMetric.DRIFT).getValueAtPercentile(99));
    return p99Ns[0];
  }

  /** With more tasks than one mean remembers, it says which of them ticked last. */
  @Test
  void unlikeTasksComeToRest() {
    for (int i = 0; i < 600; i++) {
      long takesNs = i < 300 ? 5_000 : 100_000;
      start(a, "t" + i, 20, tick -> clock.advance(takesNs));
    }
    stepUntilLogged(a, 300_000);
    long movedBefore = recorder.reanchoredTicks();
    TickHistograms after = recorder.subscribe();
    stepUntilLogged(a, 700_000);

    assertEquals(movedBefore, recorder.reanchoredTicks());
    after.read(
        histograms -> {
          long p99Ns = histograms.get(TickMetric.DRIFT).getValueAtPercentile(99);
          assertTrue(p99Ns < MS, p99Ns + " ns of drift");
        });
  }

  /** Places are found while their ticks are alike; then these vary by half. */
  @Test
  void unlikeTasksWhoseTicksVaryComeToRest() {
    Random random = new Random(7);
    for (int i = 0; i < 600; i++) {
      long takesNs = i % 2 == 0 ? 5_000 : 100_000;
      start(
          a,
          "t" + i,
          20,
          tick ->
              clock.advance(
                  tick.index() < 200 ? takesNs : takesNs / 2 + random.nextInt((int) takesNs)));
    }
    stepUntilLogged(a, 300_000);
    long movedBefore = recorder.reanchoredTicks();
    stepUntilLogged(a, 700_000);

    assertEquals(movedBefore, recorder.reanchoredTicks());
  }

  /**
   * The battle adds nine tenths of the mean, which therefore swings with each of its ticks. A check
   * comes every 65,536 ticks, and sooner only where the mean has also grown before that tick: that
   * makes three to ten layouts of 99 moves each. If peaks counted as growth, it would be about 50.
   */
  @Test
  void lobbiesBesideABattleThatVariesAreRarelyMoved() {
    Random random = new Random(7);
    for (int i = 0; i < 99; i++) {
      start(a, "lobby" + i, 20, tick -> clock.advance(10_000));
    }
    start(a, "battle", 20, tick -> clock.advance(5 * MS + random.nextInt(10_000_000)));
    stepUntilLogged(a, 300_000);
    long movedBefore = recorder.reanchoredTicks();
    stepUntilLogged(a, 500_000);
    long moved = recorder.reanchoredTicks() - movedBefore;

    assertTrue(moved < 2_000, moved + " moves");
  }

  @Test
  void doesNotMoveATaskThatIsInItsPlaceAlready() {
    start(a, "alone", 20, tick -> clock.advance(tick.index() < 500 ? 2 * MS : 10_000));
    stepUntilLogged(a, 2_000);

    assertEquals(0, recorder.reanchoredTicks());
  }

  @Test
  void movesNoTaskThatIsBehindSoThatNoPeriodIsLost() {
    OwnedTask task = start(a, "t", 20, tick -> clock.advance(tick.index() == 1 ? 170 * MS : 0));
    stepUntilLogged(a, 2);
    task.toBeMoved = true;
    stepUntilLogged(a, 3);
    assertTrue(task.toBeMoved, "two more are due");
    stepUntilLogged(a, 6);

    assertTrue(!task.toBeMoved);
  }
}
