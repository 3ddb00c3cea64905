package dev.jitterlab.battle.server;

import dev.jitterlab.battle.rules.Battle;
import dev.jitterlab.battle.rules.BattleInputs;

/** Plays some seats of a battle on the server. Used by one tick at a time; allocates nothing. */
interface ServerPlayers {
  /** Nobody: people have all the seats. */
  ServerPlayers NONE = (battle, inputs) -> {};

  /** Adds the inputs of the next tick. */
  void act(Battle battle, BattleInputs inputs);
}
