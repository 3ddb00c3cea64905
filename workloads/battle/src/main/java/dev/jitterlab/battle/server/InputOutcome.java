package dev.jitterlab.battle.server;

/** What became of a packet that was, or should have been, an input. */
enum InputOutcome {
  /** Buffered for the next tick. */
  ACCEPTED("accepted"),
  /** Received before. */
  DUPLICATE("duplicate"),
  /** Overtaken by a later one. */
  STALE("stale"),
  /** The player's buffer was full. */
  OVERFLOW("overflow"),
  /** The player sends too much. */
  RATE_LIMITED("rate-limited"),
  /** For a battle that the player is not in, or that is over. */
  NOT_IN_BATTLE("not-in-battle"),
  /** From somebody without a session, or with a wrong token. */
  UNKNOWN_SENDER("unknown-sender"),
  /** Not a well-formed packet. */
  MALFORMED("malformed");

  private final String label;

  InputOutcome(String label) {
    this.label = label;
  }

  String label() {
    return label;
  }
}
