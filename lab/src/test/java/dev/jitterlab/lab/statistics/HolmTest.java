package dev.jitterlab.lab.statistics;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class HolmTest {
  /** The figures are those of R's {@code p.adjust(c(0.01, 0.04, 0.03, 0.005), "holm")}. */
  @Test
  void agreesWithR() {
    assertArrayEquals(
        new double[] {0.03, 0.06, 0.06, 0.02},
        Holm.adjusted(new double[] {0.01, 0.04, 0.03, 0.005}),
        1e-12);
  }

  @Test
  void neverExceedsOne() {
    assertArrayEquals(new double[] {1, 1, 1}, Holm.adjusted(new double[] {0.5, 0.4, 1}), 1e-12);
  }

  @Test
  void leavesASingleComparisonAsItIs() {
    assertArrayEquals(new double[] {0.04}, Holm.adjusted(new double[] {0.04}), 1e-12);
  }

  /** Weights 0.4, 0.4 and 0.2: 0.01 / 0.4 comes first, then 0.01 / 0.2 of 0.6, then 0.04 of 0.4. */
  @Test
  void givesHeavierComparisonsMoreOfTheLevel() {
    assertArrayEquals(
        new double[] {0.025, 0.04, 0.03},
        Holm.corrected(new double[] {4, 4, 2}, new double[] {0.01, 0.04, 0.01}, new double[0])
            .differences(),
        1e-12);
  }

  /**
   * Where equivalence is asked as well, a comparison whose difference is found keeps its weight:
   * its other claim may still be false.
   */
  @Test
  void aComparisonKeepsItsWeightUntilBothQuestionsAreSettled() {
    Holm.Corrected corrected =
        Holm.corrected(new double[] {1, 1}, new double[] {0.001, 0.03}, new double[] {0.9, 0.04});

    assertArrayEquals(new double[] {0.002, 0.06}, corrected.differences(), 1e-12);
    assertArrayEquals(new double[] {0.9, 0.08}, corrected.equivalences(), 1e-12);
  }

  /** The pairs with the baseline share 80 %, and all pairs of a family together have the level. */
  @Test
  void thePairsOfAFamilyShareTheWholeLevel() {
    assertEquals(1, PairFamily.baselineShare(2));
    assertEquals(0.4, PairFamily.baselineShare(3), 1e-12);
    assertEquals(0.2, PairFamily.otherShare(3), 1e-12);
    assertEquals(0.2, PairFamily.baselineShare(5), 1e-12);
    assertEquals(
        1, 4 * PairFamily.baselineShare(5) + 6 * PairFamily.otherShare(5), 1e-12, "ten pairs");
  }

  @Test
  void bothQuestionsAboutOnePairCostNothing() {
    Holm.Corrected corrected =
        Holm.corrected(new double[] {1}, new double[] {0.03}, new double[] {0.04});

    assertArrayEquals(new double[] {0.03}, corrected.differences(), 1e-12);
    assertArrayEquals(new double[] {0.04}, corrected.equivalences(), 1e-12);
  }
}
