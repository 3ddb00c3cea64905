package dev.jitterlab.chat.wire;

import java.util.Locale;

/** Why the server refused something. The ordinal is the wire's number. */
public enum Denial {
  /** The frame is none, or none that may come now; the connection ends. */
  MALFORMED,
  /** The frame is longer than the server takes; the connection ends. */
  OVERSIZE,
  /** The room or the nickname is no name; the connection ends. */
  BAD_NAME,
  /** Somebody in the room has that nickname; the connection ends. */
  NAME_TAKEN,
  /** The room has no place left; the connection ends. */
  ROOM_FULL,
  /** The server has as many rooms as it may; the connection ends. */
  TOO_MANY_ROOMS,
  /** The server has as many connections as it may; the connection ends. */
  SERVER_FULL,
  /** The message came too soon after others and was not passed on. */
  TOO_FAST,
  /** Nobody in the room has that nickname. */
  NOBODY;

  /** Returns the word in metrics and messages. */
  public String word() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
