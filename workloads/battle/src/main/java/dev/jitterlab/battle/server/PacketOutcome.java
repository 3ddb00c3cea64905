package dev.jitterlab.battle.server;

import dev.jitterlab.battle.Labelled;

/** What became of a datagram. */
enum PacketOutcome implements Labelled {
  /** From a player, authentic, new, and within his limit. */
  ACCEPTED,
  /** Part of a handshake, which is counted by its own outcome. */
  HANDSHAKE,
  /** Of no kind, or not of the length of its kind. */
  MALFORMED,
  /** Sealed, from an address without a session. */
  UNKNOWN_SENDER,
  /** Sealed with a number that was received before or is too old. */
  REPLAYED,
  /** Sealed with a number that is too far ahead for any client. */
  IMPLAUSIBLE,
  /** Sealed, from an address that too many forged packets came from; not opened. */
  PASSED_OVER,
  /** Not sealed with the key of the session at that address. */
  FORGED,
  /** Authentic, but one too many. */
  RATE_LIMITED,
  /** Authentic, but its message is not well-formed. */
  BAD_MESSAGE;
}
