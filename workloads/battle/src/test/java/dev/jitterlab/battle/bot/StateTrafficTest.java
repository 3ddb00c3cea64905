package dev.jitterlab.battle.bot;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jitterlab.battle.protocol.StateUpdates;
import dev.jitterlab.battle.rules.GameMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The targets of the state updates, in bytes, which are the same on every machine. */
class StateTrafficTest {
  private static final double MOST_DIFFERENTIAL = 0.35;
  private static final double MOST_HYBRID = 1.05;
  private static final int LOSS_PERCENT = 20;
  private static final double MOST_DIFFERENTIAL_IN_LOSS = 0.45;
  private static final double MOST_HYBRID_IN_LOSS = 1.1;

  @ParameterizedTest
  @EnumSource(GameMode.class)
  void differencesAreAThirdOfFullStatesAndHybridIsAsGoodAsTheBetter(GameMode mode) {
    double full = 0;
    double differential = 0;
    double hybrid = 0;
    for (int seed = 1; seed <= 4; seed++) {
      StateTraffic traffic = new StateTraffic(mode, seed, true);
      full += traffic.bytesPerSecond(StateUpdates.FULL);
      differential += traffic.bytesPerSecond(StateUpdates.DIFFERENTIAL);
      hybrid += traffic.bytesPerSecond(StateUpdates.HYBRID);
    }
    assertTrue(differential <= MOST_DIFFERENTIAL * full, differential + " of " + full);
    assertTrue(hybrid <= MOST_HYBRID * Math.min(full, differential), hybrid + "");
  }

  /**
   * One state and one acknowledgement in five are lost: all that arrive can be decoded, and what is
   * sent grows by what the older baselines cost, not more.
   */
  @ParameterizedTest
  @EnumSource(GameMode.class)
  void lossMakesChangesSomewhatLongerAndNoneUseless(GameMode mode) {
    double full = 0;
    double differential = 0;
    double hybrid = 0;
    for (int seed = 1; seed <= 2; seed++) {
      StateTraffic traffic = new StateTraffic(mode, seed, true, LOSS_PERCENT);
      assertEquals(LOSS_PERCENT / 100.0, traffic.lostShare(), 0.05);
      full += traffic.bytesPerSecond(StateUpdates.FULL);
      differential += traffic.bytesPerSecond(StateUpdates.DIFFERENTIAL);
      hybrid += traffic.bytesPerSecond(StateUpdates.HYBRID);
    }
    assertTrue(differential <= MOST_DIFFERENTIAL_IN_LOSS * full, differential + " of " + full);
    assertTrue(
        hybrid <= MOST_HYBRID_IN_LOSS * Math.min(full, differential),
        hybrid + " of " + differential);
  }
}
