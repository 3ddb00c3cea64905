package dev.jitterlab.battle.server;

/** What became of an input. */
enum InputOutcome {
  /** Buffered for the next tick, from the packet that it was new in. */
  ACCEPTED("accepted"),
  /** The same, from a later packet: the first was lost or late. */
  RECOVERED("recovered"),
  /** Accepted before, and repeated in case it had been lost. */
  REDUNDANT("redundant"),
  /** The newest of its packet, but accepted before: a packet that was overtaken by its repeat. */
  DUPLICATE("duplicate"),
  /** Overtaken by more than 32 later ones. */
  STALE("stale"),
  /** The player's buffer was full. */
  OVERFLOW("overflow"),
  /** Claims to have seen a tick that was not played yet. */
  FUTURE("future"),
  /** For a battle that the player is not in, or that is over. */
  NOT_IN_BATTLE("not-in-battle");

  private final String label;

  InputOutcome(String label) {
    this.label = label;
  }

  String label() {
    return label;
  }
}
