package dev.jitterlab.battle.server;

import dev.jitterlab.battle.Labelled;

/** What became of an input. */
enum InputOutcome implements Labelled {
  /** Buffered for the next tick, from the packet that it was new in. */
  ACCEPTED,
  /** The same, from a later packet: the first was lost or late. */
  RECOVERED,
  /** Accepted before, and repeated in case it had been lost. */
  REDUNDANT,
  /** The newest of its packet, but accepted before: a packet that was overtaken by its repeat. */
  DUPLICATE,
  /** Overtaken by more than 32 later ones. */
  STALE,
  /** The player's buffer was full. */
  OVERFLOW,
  /** Claims to have seen a tick that was not played yet. */
  FUTURE,
  /** For a battle that the player is not in, or that is over. */
  NOT_IN_BATTLE;
}
