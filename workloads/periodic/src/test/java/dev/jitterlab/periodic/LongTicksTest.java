package dev.jitterlab.periodic;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class LongTicksTest {
  private int longOnes;

  private int of(int oneIn, long seed, int ticks) {
    longOnes = 0;
    LongTicks work = new LongTicks(oneIn, () -> longOnes++, new SplittableRandom(seed));
    for (int i = 0; i < ticks; i++) {
      work.run();
    }
    return longOnes;
  }

  @Test
  void oneInSoManyTicksIsLongAndTheSeedSaysWhich() {
    int half = of(100, 1, 100_000);
    int whole = of(50, 1, 100_000);
    assertTrue(half > 900 && half < 1_100, half + " of 100,000");
    assertTrue(whole > 1_860 && whole < 2_140, whole + " of 100,000");
    assertEquals(half, of(100, 1, 100_000));
    assertEquals(1_000, of(1, 1, 1_000));
  }
}
