package dev.jitterlab.lab.collect;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.jitterlab.lab.collect.SamplesReader.Point;
import dev.jitterlab.lab.run.Sample;
import java.util.List;
import org.junit.jupiter.api.Test;

class LiveRatesTest {
  private final LiveRates rates = new LiveRates("cpu_seconds_total");

  private void sample(double at, double value) {
    rates.update(
        List.of(
            new Sample(at, "shop/1", "cpu_seconds_total", "", value),
            new Sample(at, "shop/1", "other_total", "", 99)));
  }

  @Test
  void dividesWhatTheCounterGrewByTheTime() {
    sample(10, 3);
    sample(11, 3.5);
    sample(13, 4.5);

    assertArrayEquals(new double[] {0.5, 0.5}, rates.of("shop/1"), 1e-12);
    assertArrayEquals(new double[0], rates.of("shop/2"));
  }

  /** As at the bounds of a measurement. */
  @Test
  void passesOverASampleBetweenTwoOthers() {
    assertEquals(
        List.of(new CounterRate(10, 11, 2), new CounterRate(11, 12, 4)),
        CounterRate.of(
            List.of(new Point(10, 0), new Point(10.3, 1), new Point(11, 2), new Point(12, 6))));
  }

  @Test
  void knowsNoRateFromOneSample() {
    assertEquals(List.of(), CounterRate.of(List.of(new Point(10, 7))));
  }
}
