package dev.jitterlab.battle.bot;

import dev.jitterlab.battle.Labelled;

/** What a bot is doing in a cluster. */
enum LifeState implements Labelled {
  /** It has no ticket and asks for one. */
  LOGIN,
  /** It waits for the matchmaker to find it a battle. */
  QUEUED,
  /** It has a seat, and has not seen the battle yet. */
  CONNECTING,
  /** It is in a battle. */
  PLAYING,
  /** It does something else for a while. */
  AWAY;
}
