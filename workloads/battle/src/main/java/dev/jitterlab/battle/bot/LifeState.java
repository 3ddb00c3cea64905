package dev.jitterlab.battle.bot;

/** What a bot is doing in a cluster. */
enum LifeState {
  /** It has no ticket and asks for one. */
  LOGIN("login"),
  /** It waits for the matchmaker to find it a battle. */
  QUEUED("queued"),
  /** It has a seat, and has not seen the battle yet. */
  CONNECTING("connecting"),
  /** It is in a battle. */
  PLAYING("playing"),
  /** It does something else for a while. */
  AWAY("away");

  private final String label;

  LifeState(String label) {
    this.label = label;
  }

  /** Returns the value of the label {@code state}. */
  String label() {
    return label;
  }
}
