package dev.jitterlab.periodic;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jitterlab.tick.ExternalTask;
import dev.jitterlab.tick.Rate;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class CyclictestTest {
  private static final long INTERVAL_NS = 1_000_000;

  private final List<String> ticks = new ArrayList<>();
  private final Cyclictest lines =
      new Cyclictest(
          new ExternalTask(
              "cyclictest",
              Rate.hz(1_000),
              tick -> ticks.add(tick.scheduledNs() / 1_000 + "+" + tick.driftNs())),
          INTERVAL_NS);

  /** It wakes up for the first time that is not over when it has woken up. */
  @Test
  void knowsWhichPeriodsALateWakeUpHasSleptThrough() {
    for (String line :
        List.of(
            "       0:       0:     500",
            "       0:       1: 1000000",
            "       0:       2: 2300000",
            "       0:       3:      70")) {
      assertTrue(lines.test(line), line);
    }

    assertEquals(List.of("0+500", "1000+1000000", "2000+2300000", "5000+70"), ticks);
  }

  @Test
  void leavesRoomForWhatCouldNotBePrinted() {
    assertTrue(lines.test("       0:       0:       5"));
    assertTrue(lines.test("       0:       3:       6"));

    assertEquals(List.of("0+5", "3000+6"), ticks);
  }

  @Test
  void passesOverWhatIsNoLatency() {
    assertFalse(lines.test("T: 0 ( 6605) P: 0 I:1000 C:     50 Min:     67"));
    assertFalse(lines.test(""));
  }
}
