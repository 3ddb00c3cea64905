package dev.jitterlab.connections;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class BroadcastTimesTest {
  /** The tick log writes them, and the lab counts no line whose time is unknown. */
  @Test
  void eachTakingHasItsOwnTimeAlsoWithoutABroadcast() {
    long beforeMs = System.currentTimeMillis();
    BroadcastTimes times = new BroadcastTimes();
    times.record(2_000_000, 3);
    Histogram first = times.take();
    assertEquals(3, first.getTotalCount());
    assertInOrder(beforeMs, first);
    long endMs = first.getEndTimeStamp();
    Histogram second = times.take();
    assertEquals(0, second.getTotalCount());
    assertInOrder(endMs, second);
    assertEquals(3, times.count());
  }

  private static void assertInOrder(long fromMs, Histogram taken) {
    assertTrue(fromMs <= taken.getStartTimeStamp(), "start " + taken.getStartTimeStamp());
    assertTrue(taken.getStartTimeStamp() <= taken.getEndTimeStamp());
    assertTrue(taken.getEndTimeStamp() <= System.currentTimeMillis());
  }
}
