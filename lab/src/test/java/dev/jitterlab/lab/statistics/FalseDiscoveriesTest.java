package dev.jitterlab.lab.statistics;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import org.junit.jupiter.api.Test;

class FalseDiscoveriesTest {
  /** The figures are those of R's {@code p.adjust(c(0.01, 0.04, 0.03, 0.005), "BH")}. */
  @Test
  void agreesWithR() {
    assertArrayEquals(
        new double[] {0.02, 0.04, 0.04, 0.02},
        FalseDiscoveries.adjusted(new double[] {0.01, 0.04, 0.03, 0.005}),
        1e-12);
  }

  /** A claim is at least as certain as one with a greater p-value. */
  @Test
  void neverRisesAboveTheOneWithTheNextGreaterPValue() {
    assertArrayEquals(
        new double[] {0.03, 0.03}, FalseDiscoveries.adjusted(new double[] {0.02, 0.03}), 1e-12);
  }

  @Test
  void leavesASingleComparisonAsItIsAndNeedsNone() {
    assertArrayEquals(new double[] {0.04}, FalseDiscoveries.adjusted(new double[] {0.04}), 1e-12);
    assertArrayEquals(new double[0], FalseDiscoveries.adjusted(new double[0]));
  }
}
