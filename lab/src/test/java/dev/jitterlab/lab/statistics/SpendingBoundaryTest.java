package dev.jitterlab.lab.statistics;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.function.DoubleUnaryOperator;
import java.util.stream.IntStream;
import org.hipparchus.distribution.continuous.NormalDistribution;
import org.junit.jupiter.api.Test;

class SpendingBoundaryTest {
  private static final NormalDistribution NORMAL = new NormalDistribution();
  private static final double LEVEL = 0.05;

  /** Five looks at equal distances. */
  private static double[] bounds(DoubleUnaryOperator spent) {
    SpendingBoundary boundary = SpendingBoundary.of(1, 5, spent);
    return IntStream.rangeClosed(1, 5)
        .mapToDouble(look -> boundary.after(look).nominal(LEVEL))
        .map(p -> NORMAL.inverseCumulativeProbability(1 - p / 2))
        .toArray();
  }

  /** As gsDesign prints them for the spending functions of Lan and DeMets: 2.5 % on each side. */
  @Test
  void boundsAreThoseOfThePublishedTables() {
    double quantile = NORMAL.inverseCumulativeProbability(1 - LEVEL / 4);
    assertArrayEquals(
        new double[] {4.8769, 3.3569, 2.6803, 2.2898, 2.0310},
        bounds(part -> 4 * (1 - NORMAL.cumulativeProbability(quantile / Math.sqrt(part))) / LEVEL),
        0.0005,
        "O'Brien and Fleming");
    assertArrayEquals(
        new double[] {2.4380, 2.4268, 2.4101, 2.3966, 2.3859},
        bounds(part -> Math.log(1 + (Math.E - 1) * part)),
        0.0005,
        "Pocock");
  }

  @Test
  void theFirstLookTakesWhatItMaySpend() {
    double spent = SpendingBoundary.CARE * LEVEL * Math.pow(0.25, SpendingBoundary.POWER);

    assertEquals(spent, SpendingBoundary.of(5, 20).after(5).nominal(LEVEL), 1e-7);
  }

  @Test
  void laterLooksNeedLessThanEarlyOnes() {
    SpendingBoundary boundary = SpendingBoundary.of(5, 20);
    for (int rounds = 7; rounds <= 20; rounds++) {
      assertTrue(
          boundary.after(rounds).nominal(LEVEL) > boundary.after(rounds - 1).nominal(LEVEL),
          "after round " + rounds);
    }
    assertTrue(boundary.after(20).nominal(LEVEL) < LEVEL);
  }

  @Test
  void overallTakesNominalBack() {
    LookCorrection look = SpendingBoundary.of(5, 20).after(9);
    for (double level : new double[] {1e-6, 0.0003, 0.01, 0.0125, 0.05, 0.3}) {
      assertEquals(level, look.overall(look.nominal(level)), 0.005 * level);
    }
    assertEquals(1, look.overall(1));
    assertTrue(look.overall(0) > 0, "no trial is certain");
  }

  @Test
  void aRunThatWasCutShortIsJudgedAsAtTheFirstLook() {
    SpendingBoundary boundary = SpendingBoundary.of(5, 20);

    assertEquals(boundary.after(5).nominal(LEVEL), boundary.after(3).nominal(LEVEL));
  }

  @Test
  void withoutLooksNothingIsCorrected() {
    assertEquals(0.05, LookCorrection.NONE.nominal(0.05));
    assertEquals(0.2, LookCorrection.NONE.overall(0.2));
  }

  /** As of two runs of which one was looked at on its way. */
  @Test
  void theStricterOfTwoLooksHolds() {
    LookCorrection early = SpendingBoundary.of(5, 20).after(5);
    LookCorrection late = SpendingBoundary.of(5, 20).after(20);

    assertSame(early, early.orStricter(LookCorrection.NONE));
    assertSame(early, LookCorrection.NONE.orStricter(early));
    assertSame(early, late.orStricter(early));
  }

  @Test
  void refusesWhatTakesTooLong() {
    assertThrows(IllegalArgumentException.class, () -> SpendingBoundary.of(5, 101));
  }
}
