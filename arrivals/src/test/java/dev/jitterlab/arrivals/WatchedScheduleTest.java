package dev.jitterlab.arrivals;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.LongUnaryOperator;
import org.junit.jupiter.api.Test;

/** Times are in hundredths of a period, from a first tick at an odd place of the clock. */
class WatchedScheduleTest {
  private static final long PERIOD_NS = 50_000_000;
  private static final long FIRST_NS = Long.MAX_VALUE - 3 * PERIOD_NS; // the clock overflows
  private static final int PERIOD = 100;

  private final WatchedSchedule schedule = new WatchedSchedule(PERIOD_NS, tick -> tick * PERIOD_NS);

  private long driftOf(long start) {
    long startedNs = FIRST_NS + start * (PERIOD_NS / PERIOD);
    schedule.begin(startedNs);
    return (startedNs - schedule.scheduledNs()) / (PERIOD_NS / PERIOD);
  }

  private List<Long> driftsOf(long... starts) {
    List<Long> drifts = new ArrayList<>();
    for (long start : starts) {
      drifts.add(driftOf(start));
    }
    return drifts;
  }

  @Test
  void measuresAgainstTheFirstTickAtFirst() {
    assertEquals(List.of(0L, 3L, -2L, 40L, 1L), driftsOf(0, 103, 198, 340, 401));
  }

  /** The first tick, and then those that are on time but for an offset. */
  private List<Long> driftsFrom(long first, long offset, int ticks) {
    List<Long> drifts = new ArrayList<>();
    drifts.add(driftOf(first));
    for (long tick = 1; tick < ticks; tick++) {
      drifts.add(driftOf(tick * PERIOD + offset));
    }
    return drifts;
  }

  @Test
  void aLateFirstTickDoesNotMakeAllOthersEarly() {
    List<Long> drifts = driftsFrom(12, 0, 201);

    assertEquals(Collections.nCopies(99, -12L), drifts.subList(1, 100));
    assertEquals(Collections.nCopies(101, 0L), drifts.subList(100, 201));
  }

  @Test
  void anEarlyFirstTickDoesNotMakeAllOthersLate() {
    List<Long> drifts = driftsFrom(0, 12, 201);

    assertEquals(Collections.nCopies(99, 12L), drifts.subList(1, 100));
    assertEquals(Collections.nCopies(101, 0L), drifts.subList(100, 201));
  }

  /** As when the server starts and runs some ticks before their time. */
  @Test
  void fourEarlyTicksDoNotMoveTheAnchor() {
    driftsOf(0, 60, 160, 260, 360);
    for (long tick = 5; tick < 200; tick++) {
      assertEquals(0, driftOf(tick * PERIOD), "tick " + tick);
    }
  }

  /** As when the server warms up: it runs 25 ticks at once, and then each at its time. */
  @Test
  void aBurstAtTheStartDoesNotMoveTheAnchor() {
    for (long tick = 0; tick < 25; tick++) {
      driftOf(tick);
    }
    for (long tick = 1; tick <= 300; tick++) {
      assertEquals(0, driftOf(tick * PERIOD), "tick " + tick);
      assertEquals(0, schedule.missedPeriods(), "missed at tick " + tick);
      assertEquals(0, schedule.overduePeriods(), "overdue at tick " + tick);
    }
  }

  /**
   * The first tick stalls for 30 periods, and each takes four fifths of one: it is tick 150 that
   * has caught up.
   */
  @Test
  void ticksThatCatchUpForLongDoNotMoveTheAnchor() {
    driftOf(0);
    for (long tick = 1; tick < 300; tick++) {
      long late = Math.max(0, 30 * PERIOD - 20 * tick);
      assertEquals(late, driftOf(tick * PERIOD + late), "tick " + tick);
      assertEquals(0, schedule.missedPeriods(), "missed at tick " + tick);
      assertEquals(0, schedule.surplusPeriods(), "surplus at tick " + tick);
    }
  }

  /** The move is by more than half a period here, and by no whole one. */
  @Test
  void countsNoPeriodWhenTheAnchorMoves() {
    int moves = 0;
    for (long tick = 0; tick < 300; tick++) {
      driftOf(tick == 0 ? 60 : tick * PERIOD);
      assertEquals(0, schedule.missedPeriods(), "missed at tick " + tick);
      assertEquals(0, schedule.surplusPeriods(), "surplus at tick " + tick);
      assertEquals(0, schedule.overduePeriods(), "overdue at tick " + tick);
      moves += schedule.isReanchored() ? 1 : 0;
    }

    assertEquals(1, moves);
  }

  /** Tick 99 is overdue from the new anchor only, and the server leaves its period out. */
  @Test
  void aPeriodThatIsLeftOutWhenTheAnchorMovesIsOverdueOnce() {
    driftsFrom(60, 0, 99);
    assertEquals(60, driftOf(99 * PERIOD + 120));
    assertEquals(0, schedule.overduePeriods());

    assertEquals(20, driftOf(100 * PERIOD + 120));
    assertEquals(1, schedule.missedPeriods());
    assertEquals(1, schedule.overduePeriods());
  }

  @Test
  void roundsNoPeriodTwice() {
    LongUnaryOperator offsetNs = tick -> tick * 1_000_000_000 / 60;
    WatchedSchedule sixty = new WatchedSchedule(16_666_666, offsetNs);
    for (int second = 0; second < 1_000; second++) {
      for (int tick = 0; tick < 60; tick++) {
        sixty.begin(second * 1_000_000_000L + offsetNs.applyAsLong(tick));
      }
    }

    assertEquals(999_000_000_000L + offsetNs.applyAsLong(59), sixty.scheduledNs());
  }

  @Test
  void measuresAServerThatCatchesUpExactly() {
    assertEquals(
        List.of(0L, 400L, 310L, 220L, 130L, 40L, 0L), driftsOf(0, 500, 510, 520, 530, 540, 600));
  }

  @Test
  void takesPeriodsAsLeftOutWhenTheNextTickIsNoLessLate() {
    assertEquals(List.of(0L, 402L, 1L, 0L), driftsOf(0, 502, 601, 700));
  }

  /** Periods 1 to 4 have no tick that begins in them, whatever the server does about it. */
  @Test
  void aStallMakesAsManyPeriodsOverdueWhetherTheyAreMadeUpForOrLeftOut() {
    assertEquals(4, overdue(0, 500, 510, 520, 530, 540, 600, 700), "made up for");
    assertEquals(4, overdue(0, 500, 600, 700), "left out");
  }

  private static long overdue(long... starts) {
    WatchedSchedule schedule = new WatchedSchedule(PERIOD_NS, tick -> tick * PERIOD_NS);
    long overdue = 0;
    for (long start : starts) {
      schedule.begin(start * (PERIOD_NS / PERIOD));
      overdue += schedule.overduePeriods();
    }
    return overdue;
  }

  @Test
  void countsThePeriodsOfAServerThatIsTooSlow() {
    long missed = 0;
    for (long tick = 0; tick < 1_000; tick++) {
      driftOf(tick * 107);
      missed += schedule.missedPeriods();
    }

    assertTrue(Math.abs(missed - 70) <= 1, "of 1,070 periods 1,000 had a tick: " + missed);
  }

  @Test
  void doesSoThoughTheFirstTickWasItselfLate() {
    assertEquals(List.of(0L, 97L, -1L, -3L), driftsOf(0, 197, 299, 397));
  }

  @Test
  void toleratesATaskThatIsAlwaysHalfAPeriodLater() {
    assertEquals(List.of(0L, 50L, 60L, 50L, 60L), driftsOf(0, 150, 260, 350, 460));
  }

  @Test
  void goesBackWhenTicksThatWereGivenUpComeAfterAll() {
    driftsOf(0, 500, 640, 780); // too slow: five periods were left out

    List<Long> drifts = new ArrayList<>();
    int wentBack = 0;
    for (long start : new long[] {790, 791, 792, 793, 800, 900, 1_000}) {
      drifts.add(driftOf(start));
      wentBack += schedule.isReanchored() ? 1 : 0;
    }

    assertEquals(List.of(-10L, -109L, -8L, -107L, 0L, 0L, 0L), drifts);
    assertEquals(2, wentBack);
  }

  @Test
  void isNeverTwoPeriodsOffForAServerThatIsTooSlow() {
    for (long tick = 0; tick < 10_000; tick++) {
      long drift = driftOf(tick * 107); // sleeps for a period after each tick of 7 %
      assertTrue(drift > -PERIOD && drift < 2 * PERIOD, "drift " + drift + " at tick " + tick);
    }
  }

  @Test
  void showsAPauseInFullOnce() {
    assertEquals(List.of(0L, 0L, 599_800L, 0L), driftsOf(0, 100, 600_000, 600_100));
  }
}
