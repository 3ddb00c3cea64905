package dev.jitterlab.battle.session;

/**
 * What a player can do that no honest client does, or not so often. Only authentic packets are
 * offences: nobody is punished for what others send in his name.
 */
public enum Offence {
  /** A message that is not well-formed. */
  MALFORMED(1, "malformed", 1, 10),
  /** More packets than the session's limit, by so many. */
  TOO_MANY(2, "too-many", 100, 2_000),
  /** Inputs for a battle that the player is not in and was not in last. */
  FOREIGN_BATTLE(3, "foreign-battle", 20, 200),
  /** Inputs that claim to have seen a tick that has not been played. */
  FUTURE_TICK(4, "future-tick", 5, 50);

  private final int code;
  private final String label;
  private final int warnAt;
  private final int kickAt;

  Offence(int code, String label, int warnAt, int kickAt) {
    this.code = code;
    this.label = label;
    this.warnAt = warnAt;
    this.kickAt = kickAt;
  }

  /** Returns the reason in WARNED and KICKED. */
  public int code() {
    return code;
  }

  /** Returns the name in metrics. */
  public String label() {
    return label;
  }

  /** Returns how many of them within a {@linkplain Penalties#WINDOW window} lead to a warning. */
  int warnAt() {
    return warnAt;
  }

  /** Returns how many lead to the end. */
  int kickAt() {
    return kickAt;
  }
}
