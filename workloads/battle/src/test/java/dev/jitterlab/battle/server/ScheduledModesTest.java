package dev.jitterlab.battle.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jitterlab.battle.rules.BattleRules;
import dev.jitterlab.battle.rules.DeterministicRandom;
import dev.jitterlab.battle.rules.GameMode;
import dev.jitterlab.battle.rules.Logic;
import dev.jitterlab.tick.Rate;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ScheduledModesTest {
  private static final BattleRules RULES = new BattleRules(20, 100, 1);
  private static final long SECOND_NS = 1_000_000_000L;

  private long nowNs = Long.MAX_VALUE - SECOND_NS; // overflows on the way

  @Test
  void newBattlesTakeTheirModeFromTheMixInForce() {
    ScheduledModes modes = modes("collect", "60:escort", "120:boss");
    assertEquals(GameMode.COLLECT, modes.create(RULES, 2, 1).mode());
    nowNs += 60 * SECOND_NS - 1;
    assertEquals(GameMode.COLLECT, modes.create(RULES, 2, 1).mode());
    nowNs += 1;
    assertEquals(GameMode.ESCORT, modes.create(RULES, 2, 1).mode());
    nowNs += 1_000 * SECOND_NS;
    assertEquals(GameMode.BOSS, modes.create(RULES, 2, 1).mode());
  }

  @Test
  void aModeWithARateOfItsOwnHasItAndLastsAsLong() {
    BattleRules collect = modes("collect").create(RULES, 2, 1).rules();
    BattleRules escort = modes("escort").create(RULES, 2, 1).rules();
    BattleRules boss = modes("boss").create(RULES, 2, 1).rules();
    assertEquals(20, collect.ticksPerSecond());
    assertEquals(12, escort.ticksPerSecond());
    assertEquals(60, escort.timeLimitTicks());
    assertEquals(30, boss.ticksPerSecond());
    assertEquals(150, boss.timeLimitTicks());
    assertEquals(30, ModeRates.parse("escort:12,boss:30").fastest(20));
    assertEquals(Rate.hz(20), modes("boss").rateOf("collect", RULES));
    assertEquals(Rate.hz(12), modes("boss").rateOf("escort", RULES));
    assertEquals(Rate.hz(30), modes("escort").rateOf("any", RULES));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "boss", "chess:20", "boss:0", "boss:1001", "boss:x", "boss:2,boss:3"})
  void refusesRatesThatMeanNothing(String rates) {
    assertThrows(IllegalArgumentException.class, () -> ModeRates.parse(rates));
  }

  @Test
  void playsTheModesInTheirShares() {
    ScheduledModes modes = modes("last-standing:3,escort:1");
    DeterministicRandom seeds = new DeterministicRandom(1);
    int escorts = 0;
    for (int i = 0; i < 4_000; i++) {
      long seed = seeds.nextLong();
      GameMode mode = modes.create(RULES, 2, seed).mode();
      assertEquals(mode, modes.create(RULES, 2, seed).mode());
      assertTrue(mode == GameMode.ESCORT || mode == GameMode.LAST_STANDING);
      escorts += mode == GameMode.ESCORT ? 1 : 0;
    }
    assertTrue(escorts > 900 && escorts < 1_100, escorts + " of 4000");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "chess", "boss:0", "boss:x", "boss,boss:2", "boss,"})
  void refusesAMixThatMeansNothing(String mix) {
    assertThrows(IllegalArgumentException.class, () -> modes(mix));
    assertThrows(IllegalArgumentException.class, () -> modes("boss", "60:" + mix));
  }

  @ParameterizedTest
  @ValueSource(strings = {"60", "0:boss", "x:boss", ":boss"})
  void refusesAChangeThatMeansNothing(String change) {
    assertThrows(IllegalArgumentException.class, () -> modes("boss", change));
    assertThrows(IllegalArgumentException.class, () -> modes("boss", "1:boss", "1:escort"));
  }

  private ScheduledModes modes(String mix, String... changes) {
    return new ScheduledModes(
        new ModeSchedule(mix, List.of(changes)),
        Logic.SPLIT,
        ModeRates.parse("escort:12,boss:30"),
        () -> nowNs);
  }
}
