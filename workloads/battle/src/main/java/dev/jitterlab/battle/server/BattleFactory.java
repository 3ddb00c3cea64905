package dev.jitterlab.battle.server;

import dev.jitterlab.battle.rules.Battle;
import dev.jitterlab.battle.rules.BattleRules;

/** Makes the game of a new battle; the place where modes of the game differ. */
@FunctionalInterface
interface BattleFactory {
  /**
   * Makes a battle for that many players.
   *
   * @param rules of the server; those of the battle may have another tick rate
   */
  Battle create(BattleRules rules, int players, long seed);
}
