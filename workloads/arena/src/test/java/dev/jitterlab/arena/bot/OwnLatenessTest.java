package dev.jitterlab.arena.bot;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class OwnLatenessTest {
  private static final long MS = 1_000_000;

  private static boolean isBottleneck(long driftMs, long turns, long missed) {
    return OwnLateness.of(driftMs * MS, 100 * MS, turns, missed, 0.5)
        .contains("were the bottleneck");
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
    String said = OwnLateness.of(3 * MS / 2, 100 * MS, 990, 10, 0.25);
    assertTrue(said.contains("1.5 ms late or more, at a period of 100.0 ms; 1.00 %"), said);
    assertTrue(said.contains("receives was on a CPU for 25 % of the time"), said);
  }

  /** Packets that go out on time do not help if nobody takes the answers in. */
  @Test
  void aReceiverWithoutRestIsABottleneckToo() {
    assertTrue(OwnLateness.of(0, 100 * MS, 1_000, 0, 0.91).contains("were the bottleneck"));
    String unknown = OwnLateness.of(0, 100 * MS, 1_000, 0, -1);
    assertTrue(unknown.contains("were not the bottleneck"), unknown);
    assertFalse(unknown.contains("receives"), unknown);
  }
}
