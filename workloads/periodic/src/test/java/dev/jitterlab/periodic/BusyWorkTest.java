package dev.jitterlab.periodic;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.jitterlab.tick.ManualClock;
import org.junit.jupiter.api.Test;

class BusyWorkTest {
  private final ManualClock clock = new ManualClock(Long.MAX_VALUE - 1_000);
  private int readings;

  /** Two readings bound a trial; every tenth trial is disturbed. */
  private long readWhileItTakes(long quickestNs) {
    readings++;
    boolean disturbed = readings % 20 == 0;
    clock.advance(readings % 2 == 1 ? 0 : disturbed ? 9 * quickestNs : quickestNs);
    return clock.nanoTime();
  }

  @Test
  void calibratesByTheQuickestTrial() {
    long steps = BusyWork.steps(140_000, () -> readWhileItTakes(40_000));

    assertEquals(7 * BusyWork.CALIBRATION_STEPS / 2, steps);
  }

  @Test
  void doesNothingForNoTime() {
    assertEquals(0, BusyWork.steps(0, clock));
  }

  @Test
  void takesAtLeastOneStepForAnyTime() {
    assertEquals(1, BusyWork.steps(1, () -> readWhileItTakes(1_000_000_000)));
  }
}
