package dev.jitterlab.doctor;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jitterlab.lab.statistics.Power;
import java.util.List;
import org.junit.jupiter.api.Test;

class ReachTest {
  @Test
  void takesTheSpreadOfLogarithmsAndTwoServersAPair() {
    Reach reach =
        Reach.of("cpu_load", "CPU load", new double[] {Math.log(1), Math.log(1.1), Math.log(1.21)});
    assertEquals(Math.log(1.1), reach.spread(), 1e-9);
    assertEquals(List.of(6, 13, 39), reach.found().stream().map(Reach.Found::instances).toList());
    assertEquals(
        Power.smallestRatio(13, Math.log(1.1) * Math.sqrt(2), true, 0.05),
        reach.found().get(1).ratio(),
        1e-9);
  }

  @Test
  void moreMinutesFindSmallerDifferences() {
    List<Reach.Found> found =
        Reach.of("cpu_load", "CPU load", new double[] {0, 0.2, 0.1, 0.3}).found();
    assertTrue(found.get(0).ratio() > found.get(1).ratio());
    assertTrue(found.get(1).ratio() > found.get(2).ratio());
  }

  @Test
  void saysNothingOfTooFewInstances() {
    assertNull(Reach.found(1, 0.1).ratio());
  }
}
