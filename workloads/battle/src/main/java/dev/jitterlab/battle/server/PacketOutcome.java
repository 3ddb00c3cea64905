package dev.jitterlab.battle.server;

/** What became of a datagram. */
enum PacketOutcome {
  /** From a player, authentic, new, and within his limit. */
  ACCEPTED("accepted"),
  /** Part of a handshake, which is counted by its own outcome. */
  HANDSHAKE("handshake"),
  /** Of no kind, or not of the length of its kind. */
  MALFORMED("malformed"),
  /** Sealed, from an address without a session. */
  UNKNOWN_SENDER("unknown-sender"),
  /** Sealed with a number that was received before or is too old. */
  REPLAYED("replayed"),
  /** Sealed with a number that is too far ahead for any client. */
  IMPLAUSIBLE("implausible"),
  /** Sealed, from an address that too many forged packets came from; not opened. */
  PASSED_OVER("passed-over"),
  /** Not sealed with the key of the session at that address. */
  FORGED("forged"),
  /** Authentic, but one too many. */
  RATE_LIMITED("rate-limited"),
  /** Authentic, but its message is not well-formed. */
  BAD_MESSAGE("bad-message");

  private final String label;

  PacketOutcome(String label) {
    this.label = label;
  }

  String label() {
    return label;
  }
}
