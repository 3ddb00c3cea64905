package dev.jitterlab.lab.statistics;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

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

  @Test
  void countsTheComparisonsThatWereNotPicked() {
    assertArrayEquals(new double[] {0.06, 0.1}, Holm.adjusted(new double[] {0.01, 0.02}, 6), 1e-12);
  }

  @Test
  void refusesAFamilySmallerThanItsMembers() {
    assertThrows(IllegalArgumentException.class, () -> Holm.adjusted(new double[] {0.1, 0.2}, 1));
  }
}
