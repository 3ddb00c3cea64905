package dev.jitterlab.battle.session;

/** What an offence leads to. */
public enum Penalty {
  /** What was sent has no effect. */
  DROP("drop"),
  /** So it is, and the player is told. */
  WARN("warn"),
  /** The session ends, the player is told, and refused for a while. */
  KICK("kick");

  private final String label;

  Penalty(String label) {
    this.label = label;
  }

  /** Returns the name in metrics. */
  public String label() {
    return label;
  }
}
