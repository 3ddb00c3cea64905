package dev.jitterlab.lab.statistics;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class ModifiedZScoreTest {
  /** Median 3.15 and MAD 0.15, as Python's statistics.median gives them. */
  @Test
  void agreesWithIndependentlyComputedScores() {
    double[] values = {3.2, 3.3, 8.1, 2.9, 3.1, 3.0, 3.4, 3.1, 13.7, 3.0};
    ModifiedZScore scores = ModifiedZScore.of(values);

    assertEquals(3.15, scores.median(), 1e-12);
    assertEquals(0.15, scores.mad(), 1e-12);
    assertEquals(0.6745 * 4.95 / 0.15, scores.of(8.1), 1e-9);
    assertEquals(-0.6745 * 0.25 / 0.15, scores.of(2.9), 1e-9);
  }

  @Test
  void takesTheMiddleOfFive() {
    ModifiedZScore scores = ModifiedZScore.of(new double[] {5, 1, 4, 2, 100});

    assertEquals(4, scores.median());
    assertEquals(2, scores.mad());
  }

  @Test
  void isInfinitelyFarFromEqualValues() {
    ModifiedZScore scores = ModifiedZScore.of(new double[] {7, 7, 7, 7, 8});

    assertEquals(0, scores.of(7));
    assertEquals(Double.POSITIVE_INFINITY, scores.of(8));
  }
}
