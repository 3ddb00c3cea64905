package dev.jitterlab.arena.bot;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class OwnLatenessTest {
  private static final long MS = 1_000_000;

  private static boolean isBottleneck(long driftMs, long turns, long missed) {
    return OwnLateness.of(driftMs * MS, 100 * MS, turns, missed).contains("were the bottleneck");
  }

  @Test
  void clientsThatAreAPeriodLateOrLeavePacketsOutSaySo() {
    assertFalse(isBottleneck(100, 10_000, 0));
    assertTrue(isBottleneck(101, 10_000, 0));
    assertFalse(isBottleneck(1, 9_900, 100));
    assertTrue(isBottleneck(1, 9_800, 200));
    assertFalse(isBottleneck(0, 0, 0), "nothing was to be sent");
  }

  @Test
  void theFiguresAreThere() {
    String said = OwnLateness.of(3 * MS / 2, 100 * MS, 990, 10);
    assertTrue(said.contains("1.5 ms late or more, at a period of 100.0 ms; 1.00 %"), said);
  }
}
