package dev.jitterlab.lab.statistics;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class RankCorrelationTest {
  private static final double EXACT = 1e-12;

  /** Spearman's own way for values without ties: 1 - 6 sum d^2 / (n (n^2 - 1)). */
  @Test
  void isSpearmansForValuesWithoutTies() {
    double[] one = {86, 97, 99, 100, 101, 103, 106, 110, 112, 113};
    double[] other = {2, 20, 28, 27, 50, 29, 7, 17, 6, 12};
    double[] ranks = {1, 6, 8, 7, 10, 9, 3, 5, 2, 4};
    double squares = 0;
    for (int i = 0; i < ranks.length; i++) {
      squares += (ranks[i] - (i + 1)) * (ranks[i] - (i + 1));
    }
    assertEquals(1 - 6 * squares / (10 * 99), RankCorrelation.of(one, other).orElseThrow(), EXACT);
  }

  @Test
  void looksAtTheOrderAlone() {
    double[] one = {1, 2, 3, 4, 5};
    assertEquals(
        1, RankCorrelation.of(one, new double[] {1, 10, 100, 1e6, 1e9}).orElseThrow(), EXACT);
    assertEquals(-1, RankCorrelation.of(one, new double[] {5, 4, 3, 2, 1}).orElseThrow(), EXACT);
  }

  @Test
  void saysNothingOfTooFewOrEqualValues() {
    double[] equal = {3, 3, 3, 3, 3};
    assertTrue(RankCorrelation.of(equal, new double[] {1, 2, 3, 4, 5}).isEmpty());
    assertTrue(RankCorrelation.of(new double[4], new double[4]).isEmpty());
    assertThrows(
        IllegalArgumentException.class, () -> RankCorrelation.of(new double[5], new double[6]));
  }
}
