package dev.jitterlab.battle.bot;

import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jitterlab.battle.rules.Battle;
import dev.jitterlab.battle.rules.Ending;
import dev.jitterlab.battle.rules.GameMode;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** How long ten bots play, by the server's usual limit of a minute. */
class BattleLengthTest {
  private static final int BATTLES = 5;
  private static final int SHORT_TICKS = 30 * StateTraffic.TICKS_PER_SECOND;

  private static List<Battle> battles(GameMode mode) {
    return LongStream.rangeClosed(1, BATTLES)
        .mapToObj(seed -> new StateTraffic(mode, seed, true).battle())
        .sorted(Comparator.comparingInt(Battle::tick))
        .collect(Collectors.toList());
  }

  @ParameterizedTest
  @EnumSource(GameMode.class)
  void noBattleIsOverAtOnce(GameMode mode) {
    int median = battles(mode).get(BATTLES / 2).tick();

    assertTrue(median >= SHORT_TICKS, "the median is " + median + " ticks");
  }

  @ParameterizedTest
  @EnumSource(names = {"LAST_STANDING", "BOSS"})
  void aFightToTheDeathIsDecidedBeforeItsTimeIsOver(GameMode mode) {
    assertNotEquals(Ending.TIME, battles(mode).get(BATTLES / 2).ending());
  }
}
