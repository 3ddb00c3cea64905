package dev.jitterlab.battle.bot;

import dev.jitterlab.battle.Labelled;

/** Why a bot's battle is over for it. */
enum BattleEnd implements Labelled {
  /** It was played to the end. */
  OVER,
  /** The server fell silent. */
  SILENCE,
  /** The server let the bot not in. */
  REFUSED,
  /** The server threw the bot out. */
  KICKED,
  /** The battle did not begin in time. */
  UNREACHED,
  /** The bot had enough of it. */
  LEFT,
  /** The matchmaker did not know that the bot was waiting for one. */
  FORGOTTEN;
}
