package dev.jitterlab.battle.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jitterlab.battle.rules.Battle;
import dev.jitterlab.battle.rules.BattleEnding;
import dev.jitterlab.battle.rules.BattleInputs;
import dev.jitterlab.battle.rules.BattleRules;
import dev.jitterlab.battle.rules.GameMode;
import dev.jitterlab.battle.rules.Logic;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Battles that the server plays alone, without a clock: each is the same in every run. */
class TacticalPlayersTest {
  private static final int PLAYERS = 10;
  private static final int TICKS = 1_200;
  private static final int BATTLES = 10;
  private static final int BUDGET = 200;
  private static final int PRICELESS = 100_000;

  private static Battle battle(GameMode mode, long seed) {
    return new Battle(mode, Logic.SPLIT, new BattleRules(20, TICKS, 1_000), PLAYERS, seed);
  }

  /** Plays the even and the odd seats, which are the two teams where there are two. */
  private static Battle play(GameMode mode, long seed, boolean evenByRules, boolean oddByRules) {
    Battle battle = battle(mode, seed);
    ServerPlayers byRules = new TacticalPlayers(battle, 0, BUDGET, seed);
    ServerPlayers roaming = new RoamingPlayers(PLAYERS, seed);
    BattleInputs inputs = new BattleInputs();
    BattleInputs ofRules = new BattleInputs();
    BattleInputs ofRoaming = new BattleInputs();
    while (battle.ending() == null) {
      inputs.nextTick();
      ofRules.nextTick();
      ofRoaming.nextTick();
      byRules.act(battle, ofRules);
      roaming.act(battle, ofRoaming);
      for (int i = 0; i < PLAYERS; i++) {
        BattleInputs from = (i % 2 == 0 ? evenByRules : oddByRules) ? ofRules : ofRoaming;
        inputs.add(i, from.moveX(i), from.moveY(i), from.aim(i), from.buttons(i));
      }
      battle.step(inputs);
    }
    return battle;
  }

  private static int kills(Battle battle, int firstOfTwo) {
    int kills = 0;
    for (int i = firstOfTwo; i < PLAYERS; i += 2) {
      kills += battle.fighters().kills(i);
    }
    return kills;
  }

  @Test
  void killMoreThanThoseWhoRoam() {
    int byRules = 0;
    int roaming = 0;
    for (int seed = 0; seed < BATTLES; seed++) {
      Battle battle = play(GameMode.DEATHMATCH, seed, true, false);
      byRules += kills(battle, 0);
      roaming += kills(battle, 1);
    }
    assertTrue(byRules > 2 * roaming, byRules + " by the rules, " + roaming + " roaming");
  }

  /** The teams change sides, so that none has the better places. */
  @ParameterizedTest
  @EnumSource(names = {"LAST_STANDING", "COLLECT"})
  void winAgainstThoseWhoRoam(GameMode mode) {
    int byRules = 0;
    int roaming = 0;
    for (int seed = 0; seed < BATTLES; seed++) {
      for (int even = 0; even < 2; even++) {
        Battle battle = play(mode, seed, even == 0, even == 1);
        int winner = battle.winner(battle.ending());
        byRules += winner < PLAYERS && winner % 2 == even ? 1 : 0;
        roaming += winner < PLAYERS && winner % 2 != even ? 1 : 0;
      }
    }
    assertTrue(byRules > 2 * roaming, byRules + " by the rules, " + roaming + " roaming");
  }

  @Test
  void bringTheCartFartherThanThoseWhoRoam() {
    int byRules = 0;
    int roaming = 0;
    for (int seed = 0; seed < BATTLES; seed++) {
      byRules += play(GameMode.ESCORT, seed, true, false).objective().score(0);
      roaming += play(GameMode.ESCORT, seed, false, false).objective().score(0);
    }
    assertTrue(
        2 * byRules > 3 * roaming, byRules + " by the rules, " + roaming + " roaming, of 1000");
  }

  @Test
  void beatTheBossInAThirdOfTheTime() {
    int byRules = 0;
    int roaming = 0;
    for (int seed = 0; seed < BATTLES; seed++) {
      Battle battle = play(GameMode.BOSS, seed, true, true);
      assertEquals(BattleEnding.OBJECTIVE, battle.ending());
      byRules += battle.tick();
      roaming += play(GameMode.BOSS, seed, false, false).tick();
    }
    assertTrue(3 * byRules < roaming, byRules + " ticks by the rules, " + roaming + " roaming");
  }

  @Test
  void theSameSeedAndBudgetPlayTheSameBattle() {
    long[] hashes = new long[2];
    for (int i = 0; i < hashes.length; i++) {
      hashes[i] = play(GameMode.COLLECT, 5, true, true).stateHash();
    }
    assertEquals(hashes[0], hashes[1]);
  }

  /**
   * A minute of ten players who think eight times a second at any rate, as far as they are alive.
   */
  @Test
  void aTickCostsNoMoreThanItsBudgetAndAllGetTheirTurn() {
    Battle battle = battle(GameMode.DEATHMATCH, 1);
    TacticalPlayers frugal = new TacticalPlayers(battle, 0, 1, 1);
    BattleInputs inputs = new BattleInputs();
    int thoughts = 0;
    while (battle.ending() == null) {
      inputs.nextTick();
      frugal.act(battle, inputs);
      assertTrue(frugal.thoughts() <= 1, "one alone may cost more than the budget");
      thoughts += frugal.thoughts();
      battle.step(inputs);
    }
    assertTrue(thoughts > TICKS * 9 / 10, thoughts + " thoughts in " + TICKS + " ticks");
    for (int i = 0; i < PLAYERS; i++) {
      assertTrue(battle.fighters().kills(i) + battle.fighters().deaths(i) > 0, "player " + i);
    }
  }

  @Test
  void withoutNeedNobodyThinksMoreOftenThanAPersonReacts() {
    for (int rate : new int[] {12, 20, 64, 128}) {
      BattleRules rules = new BattleRules(rate, 10 * rate, 1_000);
      Battle battle = new Battle(GameMode.DEATHMATCH, Logic.SPLIT, rules, PLAYERS, 1);
      TacticalPlayers players = new TacticalPlayers(battle, 0, PRICELESS, 1);
      BattleInputs inputs = new BattleInputs();
      int thoughts = 0;
      while (battle.ending() == null) {
        inputs.nextTick();
        players.act(battle, inputs);
        thoughts += players.thoughts();
        battle.step(inputs);
      }
      assertTrue(thoughts <= 10 * PLAYERS * 12, thoughts + " thoughts at " + rate + " Hz");
      assertTrue(thoughts >= 10 * PLAYERS * 4, thoughts + " thoughts at " + rate + " Hz");
    }
  }
}
