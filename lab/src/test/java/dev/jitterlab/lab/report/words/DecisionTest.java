package dev.jitterlab.lab.report.words;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.jitterlab.lab.metric.CapacityQuestion;
import dev.jitterlab.lab.metric.CarriedLoad;
import dev.jitterlab.lab.metric.CpuLoad;
import dev.jitterlab.lab.metric.Metric;
import dev.jitterlab.lab.summary.Summary;
import org.junit.jupiter.api.Test;

class DecisionTest {
  @Test
  void onlyAnIntervalBelowOneIsLower() {
    assertEquals(Decision.LOWER, of(0.2, 0.1, 0.99));
    assertEquals(Decision.NOT_DECIDED, of(0.2, 0.1, 1.0));
  }

  @Test
  void onlyAnIntervalAboveOneIsHigher() {
    assertEquals(Decision.HIGHER, of(2.0, 1.01, 3.0));
    assertEquals(Decision.NOT_DECIDED, of(2.0, 1.0, 3.0));
  }

  @Test
  void theCorrectedChanceDecidesWhereItIsKnown() {
    assertEquals(Decision.NOT_DECIDED, of(0.2, 0.1, 0.9, 0.05));
    assertEquals(Decision.LOWER, of(0.2, 0.1, 0.9, 0.049));
    assertEquals(Decision.HIGHER, of(1.2, 1.1, 1.4, 0.01));
  }

  @Test
  void aRatioWithoutIntervalDecidesNothing() {
    assertEquals(Decision.NOT_DECIDED, of(0.01, null, null));
    assertEquals(Decision.NOT_DECIDED, of(null, null, null));
  }

  /** “1 [1, 1], higher” would be no ground for what it says. */
  @Test
  void aRatioNearOneShowsWhatItDiffersBy() {
    assertEquals("1.0012 [1.0004, 1.0021]", Decision.interval(comparison(1.0012, 1.0004, 1.0021)));
    assertEquals("0.27 [0.238, 0.316]", Decision.interval(comparison(0.27, 0.238, 0.316)));
  }

  private static Summary.Comparison comparison(double ratio, double low, double high) {
    return new Summary.Comparison(
        "cpu_load", "b", "a", ratio, low, high, null, null, null, "higher");
  }

  @Test
  void theMetricSaysWhichIsBetter() {
    Metric less = CpuLoad.OF_SERVER;
    Metric more = CarriedLoad.metric(new CapacityQuestion("battles", "1.1", 0.01));
    assertEquals("▲ higher, worse", Decision.HIGHER.phrase(less, true));
    assertEquals("▲ higher, better", Decision.HIGHER.phrase(more, true));
    assertEquals("▼ lower, worse", Decision.LOWER.phrase(more, true));
    assertEquals("▼ lower", Decision.LOWER.phrase(more, false), "others may be wanted either way");
    assertEquals("○ not decided", Decision.NOT_DECIDED.phrase(more, true));
  }

  private static Decision of(Double ratio, Double low, Double high) {
    return of(ratio, low, high, null);
  }

  private static Decision of(Double ratio, Double low, Double high, Double pHolm) {
    return Decision.of(
        new Summary.Comparison("cpu_load", "b", "a", ratio, low, high, pHolm, null, null, null));
  }
}
