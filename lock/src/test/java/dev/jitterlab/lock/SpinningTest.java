package dev.jitterlab.lock;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class SpinningTest {
  private final Spinning spinning = new Spinning();

  @BeforeEach
  void needsTwoProcessors() {
    assumeTrue(
        Runtime.getRuntime().availableProcessors() > 1,
        "needs `test $(nproc) -gt 1`: on one processor nobody spins");
  }

  @Test
  void looksLongerWhereThatSucceeds() {
    int before = spinning.begin();
    for (int i = 0; i < 100; i++) {
      spinning.succeeded(300);
    }
    int after = spinning.begin();

    assertTrue(after > before, before + " looks, then " + after);
    assertTrue(after <= 2 * 300 + before, "about twice what it took: " + after);
  }

  @Test
  void neverLooksMoreOftenThanItsLimit() {
    for (int i = 0; i < 100; i++) {
      spinning.succeeded(Spinning.MAX);
    }

    assertTrue(spinning.begin() <= Spinning.MAX);
  }

  private static int triesOf640InVain(Spinning vain) {
    for (int i = 0; i < 20; i++) {
      vain.failed(vain.begin());
    }
    int tries = 0;
    for (int i = 0; i < 640; i++) {
      int looks = vain.begin();
      if (looks > 0) {
        tries++;
      }
    }
    return tries;
  }

  @Test
  void ceasesWhereItIsInVainAndTriesAgainOnceInAWhile() {
    assertEquals(10, triesOf640InVain(spinning));
    spinning.succeeded(10);
    assertTrue(spinning.begin() > 0, "one success, and it is worth while again");
  }

  @Test
  void triesAgainAlsoAfterTheCountHasOverflowed() {
    assertEquals(10, triesOf640InVain(new Spinning(Integer.MIN_VALUE)));
  }
}
