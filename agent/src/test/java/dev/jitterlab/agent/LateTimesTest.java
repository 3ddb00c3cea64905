package dev.jitterlab.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTimeout;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

class LateTimesTest {
  private static final long ME = 7;
  private static final long OTHER = 8;
  private static final long NONE = LateTimes.NOT_READ;

  private final LateTimes times = new LateTimes();

  /** What is not zero. */
  private Map<SeenCause, Long> sums() {
    Map<SeenCause, Long> sums = new EnumMap<>(SeenCause.class);
    for (SeenCause cause : SeenCause.values()) {
      if (times.ns(cause) != 0) {
        sums.put(cause, times.ns(cause));
      }
    }
    return sums;
  }

  @Test
  void theFirstCauseInTheOrderGetsTheTimeAndTheRestIsOther() {
    times.stretch(SeenCause.LOCK_WAIT, ME, 120, 160);
    times.stretch(SeenCause.GC_PAUSE, LateTimes.ALL_THREADS, 150, 170);
    times.stretch(SeenCause.SLEEP, OTHER, 100, 200);
    times.lateTick(ME, 90, 110, 200, NONE, NONE);
    times.flush();

    assertEquals(
        Map.of(SeenCause.LOCK_WAIT, 30L, SeenCause.GC_PAUSE, 20L, SeenCause.OTHER, 60L), sums());
    assertEquals(1, times.lateTicks.sum());
  }

  @Test
  void waitingForTheScheduleIsNoCauseAndAStopBeforeTheStartIs() {
    times.stretch(SeenCause.PARK, ME, 0, 150);
    times.stretch(SeenCause.GC_PAUSE, LateTimes.ALL_THREADS, 80, 140);
    times.lateTick(ME, 100, 150, 160, NONE, NONE);
    times.flush();

    assertEquals(Map.of(SeenCause.GC_PAUSE, 40L, SeenCause.OTHER, 20L), sums());
  }

  @Test
  void aPauseIsNotForgottenForTheWaitsOfManyThreads() {
    times.stretch(SeenCause.GC_PAUSE, LateTimes.ALL_THREADS, 110, 190);
    for (int i = 0; i <= LateTimes.MOST; i++) {
      times.stretch(SeenCause.PARK, OTHER, 100, 195);
    }
    times.lateTick(ME, 100, 105, 200, NONE, NONE);
    times.flush();

    assertEquals(Map.of(SeenCause.GC_PAUSE, 80L, SeenCause.OTHER, 20L), sums());
  }

  @Test
  void aWaitForALockOrForMemoryCountsFromTheDueTimeOn() {
    times.stretch(SeenCause.PARK, ME, 100, 150);
    times.stretch(SeenCause.LOCK_WAIT, ME, 90, 99);
    times.stretch(SeenCause.LOCK_WAIT, ME, 101, 129);
    times.stretch(SeenCause.GC_STALL, ME, 130, 149);
    times.lateTick(ME, 100, 150, 152, NONE, NONE);
    times.flush();

    assertEquals(
        Map.of(SeenCause.LOCK_WAIT, 28L, SeenCause.GC_STALL, 19L, SeenCause.OTHER, 5L), sums());
  }

  @Test
  void whatTicksUsuallyTakeIsNotLate() {
    for (int i = 0; i < 9; i++) {
      times.onTime(i == 8 ? 1_000 : 20);
    }
    times.stretch(SeenCause.IO, ME, 110, 145);
    times.lateTick(ME, 100, 100, 150, NONE, NONE);
    times.flush();

    assertEquals(Map.of(SeenCause.IO, 30L), sums(), "it computed for less than usual");

    times.lateTick(ME, 200, 200, 215, NONE, NONE);
    times.flush();
    assertEquals(Map.of(SeenCause.IO, 30L), sums(), "late by the tick before it, not by itself");
  }

  @Test
  void aStretchThatComesAfterTheTickInTheRecordingCounts() {
    times.slowRequest(ME, 100, 200, NONE);
    times.stretch(SeenCause.SLEEP, ME, 110, 190);
    times.flush();
    times.flush();

    assertEquals(Map.of(SeenCause.SLEEP, 80L, SeenCause.OTHER, 20L), sums());
    assertEquals(1, times.lateRequests.sum());
  }

  @Test
  void waitingForACpuHasWhatNoStretchHasBeforeTheStartAndAfterIt() {
    times.stretch(SeenCause.GC_PAUSE, LateTimes.ALL_THREADS, 100, 130);
    times.stretch(SeenCause.SLEEP, ME, 160, 190);
    times.lateTick(ME, 100, 150, 200, 45, 15); // free are 20 before, and 20 after
    times.flush();
    assertEquals(
        Map.of(
            SeenCause.GC_PAUSE, 30L,
            SeenCause.SLEEP, 30L,
            SeenCause.RUN_QUEUE, 35L,
            SeenCause.OTHER, 5L),
        sums());

    times.slowRequest(OTHER, 1_000, 1_100, 60);
    times.flush();
    assertEquals(95, times.ns(SeenCause.RUN_QUEUE));
    assertEquals(45, times.ns(SeenCause.OTHER));
  }

  @Test
  void oneLateEventThatDoesNotSayHowLongItWaitedForACpuHidesTheCause() {
    assertTrue(times.sees(SeenCause.RUN_QUEUE), "nothing was late");
    times.slowRequest(ME, 100, 200, 30);
    times.flush();
    assertTrue(times.sees(SeenCause.RUN_QUEUE));
    assertEquals(Map.of(SeenCause.RUN_QUEUE, 30L, SeenCause.OTHER, 70L), sums());

    times.lateTick(ME, 300, 310, 400, NONE, NONE); // as every watched tick
    times.flush();
    assertFalse(times.sees(SeenCause.RUN_QUEUE));
    assertTrue(times.sees(SeenCause.PARK));
    assertEquals(200, times.ns(SeenCause.OTHER), "what is shown adds up to the late time");
  }

  /** A request may take so long, and what stopped it was told at its begin. */
  @Test
  void aStretchIsKeptForAMinute() {
    long second = 1_000_000_000;
    times.stretch(SeenCause.SLEEP, ME, 0, 10);
    times.slowRequest(OTHER, 59 * second, 59 * second + 1, NONE);
    times.flush();
    times.slowRequest(ME, 0, 20, NONE);
    times.flush();
    assertEquals(10, times.ns(SeenCause.SLEEP));

    times.slowRequest(OTHER, 61 * second, 61 * second + 1, NONE);
    times.flush();
    times.slowRequest(ME, 0, 20, NONE);
    times.flush();
    assertEquals(10, times.ns(SeenCause.SLEEP), "by then it is forgotten");
  }

  /** After an outage many are late at once, and each of them has seen all of it. */
  @Test
  void manyStretchesInALongWindowCostNoMoreThanTheirSorting() {
    for (int i = 0; i < 19_000; i++) {
      times.stretch(SeenCause.GC_PAUSE, LateTimes.ALL_THREADS, i * 10L, i * 10L + 4);
    }
    for (int i = 0; i < 20; i++) {
      times.slowRequest(ME, 0, 190_000, NONE);
    }
    assertTimeout(Duration.ofSeconds(10), times::flush);
    assertEquals(Map.of(SeenCause.GC_PAUSE, 20 * 76_000L, SeenCause.OTHER, 20 * 114_000L), sums());
  }

  @Test
  void hasABound() {
    for (int i = 0; i < LateTimes.MOST + 5; i++) {
      times.stretch(SeenCause.SLEEP, ME, i * 10L, i * 10L + 5);
    }
    times.lateTick(ME, 0, 0, 50, NONE, NONE);
    times.flush();
    assertEquals(Map.of(SeenCause.OTHER, 50L), sums(), "the oldest five are gone");

    for (int i = 0; i < LateTimes.MOST + 5; i++) {
      times.slowRequest(OTHER, 1_000_000, 1_000_001, NONE);
    }
    times.flush();
    assertEquals(LateTimes.MOST + 5 + 50, times.ns(SeenCause.OTHER));
  }
}
