package dev.jitterlab.lab.validity.evidence;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jitterlab.lab.ticks.Window;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class StallTimesTest {
  private static final long MS = 1_000_000;

  private static IdleControl.Second second(double from, long maxMs) {
    return new IdleControl.Second(new Window(from, from + 1), maxMs * MS, MS);
  }

  @Test
  void aStallBeginsBeforeItsFirstTickAndEndsWithItsSecond() {
    StallTimes stalls = StallTimes.of(List.of(second(10, 1), second(11, 500), second(12, 2)));

    assertTrue(stalls.touches(10, 10.6));
    assertTrue(stalls.touches(11.9, 13));
    assertFalse(stalls.touches(9, 10.5));
    assertFalse(stalls.touches(12, 13));
  }

  /** A stall of four seconds is written down when it is over, behind a shorter one. */
  @Test
  void spansThatOverlapAreOne() {
    StallTimes stalls = StallTimes.of(List.of(second(10, 20), second(13, 4_000), second(20, 10)));

    assertTrue(stalls.touches(9.2, 9.5));
    assertTrue(stalls.touches(11, 12));
    assertFalse(stalls.touches(14, 19.9));
    assertTrue(stalls.touches(14, 20));
    assertFalse(stalls.touches(21, 30));
    assertFalse(StallTimes.of(List.of()).touches(0, 100));
  }

  /** A day has 86,400 seconds and as many samples: not all can be looked at for each. */
  @Test
  void eachSecondIsLookedAtOnce() {
    List<IdleControl.Second> seconds = new ArrayList<>();
    for (int i = 0; i < 1_000; i++) {
      seconds.add(second(2.0 * i, 10));
    }
    int[] looked = {0};
    List<IdleControl.Second> counted =
        new AbstractList<>() {
          @Override
          public IdleControl.Second get(int index) {
            looked[0]++;
            return seconds.get(index);
          }

          @Override
          public int size() {
            return seconds.size();
          }
        };

    StallTimes stalls = StallTimes.of(counted);
    int stalled = 0;
    for (int i = 0; i < 2_000; i++) {
      stalled += stalls.touches(i + 0.2, i + 0.8) ? 1 : 0;
    }

    assertEquals(1_000, stalled);
    assertEquals(1_000, looked[0]);
  }
}
