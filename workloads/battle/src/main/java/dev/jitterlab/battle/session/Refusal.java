package dev.jitterlab.battle.session;

/** Why a server opens no session, as REFUSED says it. */
public enum Refusal {
  /** It has as many players as it takes. */
  FULL(1, "full"),
  /** The token has expired: get a new one. */
  EXPIRED(2, "expired"),
  /** The token was used from another address: get a new one. */
  TOKEN_USED(3, "token-used"),
  /** The player was kicked a short while ago. */
  KICKED(4, "kicked"),
  /** The battle of the token is over or never was. */
  NO_SEAT(5, "no-seat");

  private static final Refusal[] ALL = values();

  private final int code;
  private final String label;

  Refusal(int code, String label) {
    this.code = code;
    this.label = label;
  }

  int code() {
    return code;
  }

  /** Returns the name in metrics. */
  public String label() {
    return label;
  }

  /** Returns the refusal of that code; null if there is none. */
  static Refusal coded(int code) {
    return code >= 1 && code <= ALL.length ? ALL[code - 1] : null;
  }
}
