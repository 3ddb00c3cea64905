package dev.jitterlab.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.jitterlab.bench.CoreStalls.Stall;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import org.junit.jupiter.api.Test;

class SpinGapsTest {
  private static final long US = 1_000;

  /** Records 300 us from 1 ms on; the thread reads the clock at these times. */
  private static CoreStalls recorded(long... readingsUs) {
    Deque<Long> readings = new ArrayDeque<>();
    Arrays.stream(readingsUs).forEach(reading -> readings.add(reading * US));
    return SpinGaps.spin(readings::remove, 1_000 * US, 300 * US);
  }

  /** Threads do not begin together, and yet a stall of all cores is one for the floor, too. */
  @Test
  void aStallOfAllCoresIsAtTheSameTimeWheneverTheThreadsBegan() {
    List<Stall> stall = List.of(new Stall(110 * US, 100 * US));
    CoreStalls early =
        recorded(
            980, 1_000, 1_020, 1_040, 1_060, 1_080, 1_100, 1_110, 1_210, 1_230, 1_250, 1_270, 1_290,
            1_300);
    CoreStalls late =
        recorded(
            990, 1_010, 1_020, 1_040, 1_060, 1_080, 1_100, 1_110, 1_210, 1_220, 1_240, 1_260, 1_280,
            1_300);

    assertEquals(new CoreStalls(300 * US, stall), early);
    assertEquals(early, late);
  }

  @Test
  void aThreadThatBeginsTooLateHasLostTheTimeSinceTheStart() {
    assertEquals(
        new CoreStalls(310 * US, List.of(new Stall(0, 150 * US), new Stall(150 * US, 160 * US))),
        recorded(1_140, 1_150, 1_310));
  }
}
