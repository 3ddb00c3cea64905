package dev.jitterlab.battle.bot;

import dev.jitterlab.battle.protocol.State;
import dev.jitterlab.battle.rules.BattleEnding;

/**
 * Who decides what a bot does: tactics, or a person. Called under the bot's lock, on its tick
 * thread and on the reader's: it must not wait.
 */
interface BotMind {
  /** Decides what to do in that situation; the decision is in the getters until the next. */
  void decide(State seen);

  /** Returns the wanted velocity along x, −127 to 127. */
  int moveX();

  /** Returns the wanted velocity along y, −127 to 127. */
  int moveY();

  /** Returns the angle, in 1/65,536 of a turn. */
  int aim();

  /** Returns the pressed triggers. */
  int buttons();

  /** A newer state has arrived, valid during the call. */
  default void saw(State latest) {}

  /** The battle is over, and the bot's side has won it or not. */
  default void over(BattleEnding ending, boolean won) {}
}
