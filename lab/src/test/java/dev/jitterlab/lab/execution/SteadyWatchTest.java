package dev.jitterlab.lab.execution;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jitterlab.lab.changepoint.SteadySeries;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SteadyWatchTest {
  private final Map<String, double[]> values = new HashMap<>();

  private SteadyWatch watch(SteadySeries series, String... ids) {
    return new SteadyWatch(
        Arrays.stream(ids)
            .map(
                id ->
                    new SteadyWatch.Watched(
                        id, series, server -> values.getOrDefault(server, new double[0])))
            .toList());
  }

  private static double[] steady(int seconds, double value) {
    double[] steady = new double[seconds];
    for (int i = 0; i < seconds; i++) {
      steady[i] = value * (1 + 0.02 * (i % 2));
    }
    return steady;
  }

  @Test
  void waitsForTheLastServer() {
    SteadyWatch watch = watch(SteadySeries.RESPONSE, "shop/1", "shop/2");
    assertEquals(List.of("shop/1", "shop/2"), watch.unsteady());
    values.put("shop/1", steady(20, 0.005));
    values.put("shop/2", steady(5, 0.005));
    assertFalse(watch.areSteady());
    assertEquals(List.of("shop/2"), watch.unsteady());

    values.put("shop/2", steady(20, 0.005));
    assertTrue(watch.areSteady());
    assertEquals(List.of(), watch.unsteady());
  }

  @Test
  void aServerThatShowsNothingIsNeverSteady() {
    assertFalse(watch(SteadySeries.CPU, "shop/1").areSteady());
  }

  /** A microsecond more is a change of a tick, and none of CPU time. */
  @Test
  void looksAtEachSeriesInItsOwnScale() {
    double[] doubled = steady(40, 0.003);
    Arrays.fill(doubled, 30, 40, 0.006);
    values.put("shop/1", doubled);

    assertFalse(watch(SteadySeries.EXECUTION, "shop/1").areSteady());
    assertTrue(watch(SteadySeries.CPU, "shop/1").areSteady());
  }

  @Test
  void saysByWhatItJudges() {
    values.put("shop/1", steady(20, 0.4));
    SteadyWatch watch = watch(SteadySeries.CPU, "shop/1");
    assertTrue(watch.areSteady());

    assertEquals(
        "Block 2: after 21 s of warm-up, judged by CPU time per second, all servers are steady.",
        watch.outcome(2, 21));
  }
}
