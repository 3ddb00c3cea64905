package dev.jitterlab.battle.session;

import dev.jitterlab.battle.Labelled;

/** Why a server opens no session, as REFUSED says it. */
public enum Refusal implements Labelled {
  /** It has as many players as it takes. */
  FULL(1),
  /** The token has expired: get a new one. */
  EXPIRED(2),
  /** The token was used from another address: get a new one. */
  TOKEN_USED(3),
  /** The player was kicked a short while ago. */
  KICKED(4),
  /** The battle of the token is over or never was. */
  NO_SEAT(5),
  /** Another player has a session at this address: use another port. */
  ADDRESS_TAKEN(6);

  private static final Refusal[] ALL = values();

  private final int code;

  Refusal(int code) {
    this.code = code;
  }

  int code() {
    return code;
  }

  /** Returns the refusal of that code; null if there is none. */
  static Refusal coded(int code) {
    return code >= 1 && code <= ALL.length ? ALL[code - 1] : null;
  }
}
