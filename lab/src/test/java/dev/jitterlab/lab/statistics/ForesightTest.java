package dev.jitterlab.lab.statistics;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

/** After 10 of 20 rounds; the spread of a pair's log ratio is 0.1. */
class ForesightTest {
  private static final double SPREAD = 0.1;
  private static final SpendingBoundary BOUNDARY = SpendingBoundary.of(5, 20);

  private static Foresight ahead(double ratio, double margin) {
    return Foresight.of(
        new RatioEstimate.Uncertainty(ratio, SPREAD / Math.sqrt(10), 10),
        Math.log(1 + margin),
        10,
        more -> BOUNDARY.after(10 + more),
        0.05);
  }

  @Test
  void aClearDifferenceComesSoon() {
    Foresight clear = ahead(1.1, 0);

    assertTrue(clear.closeness() > 0.8, clear.toString());
    assertTrue(clear.roundsLeft() < 5, clear.toString());
    assertTrue(clear.chance() > 0.9, clear.toString());
  }

  @Test
  void bothDirectionsAreAlike() {
    Foresight up = ahead(1.1, 0);
    Foresight down = ahead(1 / 1.1, 0);

    assertEquals(up.chance(), down.chance(), 1e-9);
    assertEquals(up.closeness(), down.closeness(), 1e-9);
    assertEquals(up.roundsLeft(), down.roundsLeft());
  }

  @Test
  void withoutADifferenceItIsNotWorthGoingOn() {
    Foresight none = ahead(1.005, 0);

    assertTrue(none.isFutile(), none.toString());
    assertEquals(10, none.roundsLeft());
  }

  @Test
  void aMarginThatCanBeReachedIsWorthGoingOn() {
    Foresight equal = ahead(1.005, 0.1);

    assertFalse(equal.isFutile(), equal.toString());
    assertTrue(equal.roundsLeft() < 10, equal.toString());
  }

  @Test
  void aMarginThatIsTooNarrowIsNot() {
    assertTrue(ahead(1.005, 0.001).isFutile());
  }

  @Test
  void atTheEndNothingIsLeft() {
    Foresight end =
        Foresight.of(
            new RatioEstimate.Uncertainty(1.05, 0.03, 20), 0, 0, _ -> BOUNDARY.after(20), 0.05);

    assertEquals(0, end.roundsLeft());
    assertTrue(end.isFutile());
  }
}
