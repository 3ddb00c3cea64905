package dev.jitterlab.business.drive;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SlowShareFitTest {
  private static final long PLANNED = 1_000_000;

  private final SlowShareFit fit = new SlowShareFit(0.01);

  private void level(double perSecond, double slowShare) {
    fit.add(perSecond, PLANNED, Math.round(slowShare * PLANNED));
  }

  /** Seen from beside it, too: the search need not end at the capacity. */
  @ParameterizedTest
  @ValueSource(doubles = {1, 3, 15})
  void findsWhereTheShareReachesWhatIsAllowed(double power) {
    for (double rate : new double[] {900, 940, 980, 1_020, 1_060}) {
      level(rate, 0.01 * Math.pow(rate / 1_000, power));
    }
    assertEquals(1_000, fit.capacity(1_000), 2);
    assertEquals(1_000, fit.capacity(950), 2);
  }

  /** Two pauses in one level and none in the next are one in each. */
  @Test
  void addsUpWhatFewLevelsHave() {
    level(1_000, 0);
    level(1_000, 0.02);
    level(1_001, 0.02);
    level(999, 0);
    assertEquals(1_000, fit.capacity(1_000), 2);
  }

  /** Ten levels with 1 %, one slower one with 0.8 %, and one in which the machine stood still. */
  @Test
  void oneSpoiltLevelCountsAsThreeAtMost() {
    for (int i = 0; i < 10; i++) {
      level(990 + 2 * i, 0.01);
    }
    level(800, 0.008);
    level(1_000, 0.31);
    assertEquals(910, fit.capacity(1_000), 5);
  }

  @Test
  void levelsFarAwayDoNotCount() {
    level(1_000, 0.01);
    level(2_000, 0.5);
    level(100, 0);
    assertEquals(1_000, fit.capacity(1_000), 2);
  }

  @Test
  void staysWithinTheLevelsThatWereTried() {
    level(1_000, 0.001);
    level(1_100, 0.002);
    assertEquals(1_100, fit.capacity(1_050), 2);
  }

  @Test
  void withoutAnythingSlowTheSearchsOwnEndStands() {
    level(1_000, 0);
    assertEquals(1_023, fit.capacity(1_023));
  }
}
