package dev.jitterlab.doctor;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jitterlab.lab.metric.Metric;
import dev.jitterlab.lab.metric.Metrics;
import dev.jitterlab.lab.statistics.Power;
import java.util.List;
import org.junit.jupiter.api.Test;

class ReachTest {
  @Test
  void takesTheSpreadOfLogarithmsAndTwoServersAPair() {
    Reach reach =
        Reach.of(
            "cpu_load", "CPU load", 1, new double[] {Math.log(1), Math.log(1.1), Math.log(1.21)});
    assertEquals(Math.log(1.1), reach.spread(), 1e-9);
    assertEquals(List.of(6, 13, 39), reach.found().stream().map(Reach.Found::instances).toList());
    assertEquals(
        Power.smallestRatio(13, Math.log(1.1) * Math.sqrt(2), true, 0.05),
        reach.found().get(1).ratio(),
        1e-9);
  }

  /** The p99 of merged ticks hangs on the slowest servers, which `plan` reckons with as well. */
  @Test
  void aTailVariesMoreThanTheServersOwnFigures() {
    double[] logarithms = {0, 0.1, 0.2};
    Metric p99 = Metrics.ofAll().primary("tick_drift_seconds.p99");
    Reach tail = Reach.of(p99, logarithms).orElseThrow();
    assertEquals(0.1, tail.spread(), 1e-9);
    double ofAPair = tail.spread() * Math.sqrt(2);
    assertTrue(p99.extraSpread() > 1);
    assertEquals(
        Power.smallestRatio(13, ofAPair * p99.extraSpread(), true, 0.05),
        tail.found().get(1).ratio(),
        1e-9);
    Reach middle =
        Reach.of(Metrics.ofAll().primary("tick_drift_seconds.p50"), logarithms).orElseThrow();
    assertEquals(Power.smallestRatio(13, ofAPair, true, 0.05), middle.found().get(1).ratio(), 1e-9);
  }

  @Test
  void moreMinutesFindSmallerDifferences() {
    List<Reach.Found> found =
        Reach.of("cpu_load", "CPU load", 1, new double[] {0, 0.2, 0.1, 0.3}).found();
    assertTrue(found.get(0).ratio() > found.get(1).ratio());
    assertTrue(found.get(1).ratio() > found.get(2).ratio());
  }

  @Test
  void saysNothingOfTooFewInstances() {
    assertNull(Reach.found(1, 0.1).ratio());
  }
}
