package dev.jitterlab.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jitterlab.tick.Rate;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Times are in hundredths of a period, from a first tick at an odd place of the clock. */
class WatchedScheduleTest {
  private static final long PERIOD_NS = 50_000_000;
  private static final long FIRST_NS = Long.MAX_VALUE - 3 * PERIOD_NS; // the clock overflows
  private static final int PERIOD = 100;

  private final WatchedSchedule schedule = new WatchedSchedule(Rate.hz(20));

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
  void measuresAgainstTheFirstTickForEver() {
    assertEquals(List.of(0L, 3L, -2L, 40L, 1L), driftsOf(0, 103, 198, 340, 401));
  }

  @Test
  void roundsNoPeriodTwice() {
    Rate rate = Rate.hz(60);
    WatchedSchedule sixty = new WatchedSchedule(rate);
    for (int second = 0; second < 1_000; second++) {
      for (int tick = 0; tick < 60; tick++) {
        sixty.begin(second * 1_000_000_000L + rate.offsetNs(tick));
      }
    }

    assertEquals(999_000_000_000L + rate.offsetNs(59), sixty.scheduledNs());
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
