package dev.jitterlab.arena.server;

import java.util.Locale;

/** What became of a message of a client. */
enum Reception {
  /** The fighter was told. */
  ACCEPTED,
  /** Part of joining or leaving. */
  HANDSHAKE,
  /** No message of this game. */
  MALFORMED,
  /** From nobody who has joined here. */
  UNKNOWN_SESSION,
  /** More messages than a player sends. */
  TOO_FAST,
  /** The fighter's mailbox was full. */
  NO_ROOM,
  /** The arena has as many players as it takes. */
  FULL,
  /** The server failed, such as when the system sent no answer. */
  FAILED;

  String label() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
