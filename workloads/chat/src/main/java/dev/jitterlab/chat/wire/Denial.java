package dev.jitterlab.chat.wire;

import java.util.Locale;

/** Why the server refused something. */
public enum Denial {
  /** The frame is none, or none that may come now; the connection ends. */
  MALFORMED(0),
  /** The frame is longer than the server takes; the connection ends. */
  OVERSIZE(1),
  /** The room or the nickname is no name; the connection ends. */
  BAD_NAME(2),
  /** Somebody in the room has that nickname; the connection ends. */
  NAME_TAKEN(3),
  /** The room has no place left; the connection ends. */
  ROOM_FULL(4),
  /** The server has as many rooms as it may; the connection ends. */
  TOO_MANY_ROOMS(5),
  /** The server has as many connections as it may; the connection ends. */
  SERVER_FULL(6),
  /** The message came too soon after others and was not passed on. */
  TOO_FAST(7),
  /** Nobody in the room has that nickname. */
  NOBODY(8);

  private final int number;

  Denial(int number) {
    this.number = number;
  }

  /** Returns the number on the wire. */
  public int number() {
    return number;
  }

  /** Returns the word in metrics and messages. */
  public String word() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
