package dev.jitterlab.battle.session;

import dev.jitterlab.battle.Labelled;

/**
 * What a player can do that no honest client does, or not so often. Only authentic packets are
 * offences: nobody is punished for what others send in his name.
 */
public enum Offence implements Labelled {
  /** A message that is not well-formed. */
  MALFORMED(1, 1, 10),
  /** More packets than the session's limit, by so many. */
  TOO_MANY(2, 100, 2_000),
  /** Inputs for a battle that the player is not in and was not in last. */
  FOREIGN_BATTLE(3, 20, 200),
  /** Inputs that claim to have seen a tick that has not been played. */
  FUTURE_TICK(4, 5, 50),
  /** More sessions than anybody needs, by so many. */
  TOO_MANY_SESSIONS(5, 1, 5);

  private final int code;

  /** How many of them within a {@linkplain Penalties#WINDOW window} lead to a warning. */
  final int warnAt;

  /** How many lead to the end. */
  final int kickAt;

  Offence(int code, int warnAt, int kickAt) {
    this.code = code;
    this.warnAt = warnAt;
    this.kickAt = kickAt;
  }

  /** Returns the reason in WARNED and KICKED. */
  public int code() {
    return code;
  }
}
