package dev.jitterlab.battle.protocol;

/** What came of decoding a message. */
public enum Decoding {
  /** The message is well-formed and every field is in its range. */
  OK,
  /** Too short, or not exactly as long as its type and counts say. */
  BAD_LENGTH,
  /** A type that does not exist, or not in this direction. */
  BAD_TYPE,
  /** A field out of its range. */
  BAD_FIELD,
  /** A change since a state that the receiver does not have. */
  UNKNOWN_BASELINE
}
