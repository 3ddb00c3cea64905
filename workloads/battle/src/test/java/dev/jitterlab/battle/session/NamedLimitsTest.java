package dev.jitterlab.battle.session;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class NamedLimitsTest {
  private static final long PERIOD_NS = 1_000;

  private final NamedLimits limits = new NamedLimits(2, PERIOD_NS, 2);

  @Test
  void eachNameHasALimitOfItsOwn() {
    assertTrue(limits.tryTake("a", 0));
    assertTrue(limits.tryTake("a", 0));
    assertFalse(limits.tryTake("a", PERIOD_NS - 1));
    assertTrue(limits.tryTake("b", PERIOD_NS - 1));
    assertTrue(limits.tryTake("a", PERIOD_NS));
  }

  @Test
  void theNameThatWasNotUsedForLongestIsForgotten() {
    assertTrue(limits.tryTake("a", 0));
    assertTrue(limits.tryTake("a", 0));
    assertTrue(limits.tryTake("b", 0));
    assertFalse(limits.tryTake("a", 0));
    assertTrue(limits.tryTake("c", 0)); // in the place of b
    assertFalse(limits.tryTake("a", 0));
    assertTrue(limits.tryTake("b", 0));
    assertTrue(limits.tryTake("b", 0));
  }

  @Test
  void whatIsGivenBackDoesNotCount() {
    limits.giveBack("a"); // unknown
    assertTrue(limits.tryTake("a", 0));
    limits.giveBack("a");
    limits.giveBack("a"); // never more than a full limit
    assertTrue(limits.tryTake("a", 0));
    assertTrue(limits.tryTake("a", 0));
    assertFalse(limits.tryTake("a", 0));
  }
}
