package dev.jitterlab.battle.session;

import dev.jitterlab.battle.Labelled;

/** What an offence leads to. */
public enum Penalty implements Labelled {
  /** What was sent has no effect. */
  DROP,
  /** So it is, and the player is told. */
  WARN,
  /** The session ends, the player is told, and refused for a while. */
  KICK;
}
