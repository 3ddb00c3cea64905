package dev.jitterlab.battle.hostile;

import dev.jitterlab.battle.Labelled;

/** What hostile packets are. */
public enum HostileKind implements Labelled {
  /** Random bytes of random length. */
  GARBAGE,
  /** Valid sealed packets of the sender's own session, sent again, and from other addresses. */
  REPLAYED,
  /** Sealed with no key; also from the address of a session, so that the server must decrypt. */
  FORGED,
  /** Well-formed REQUESTs with tokens that nobody issued. */
  REQUESTS,
  /** One session after another, each with the same valid token; from every address another. */
  CHURN,
  /** Valid sealed packets, far more than a player may send; from every address another player. */
  INSIDERS,
  /** Those before these two in turn. */
  MIXED;

  /** Returns whether the packets are made one by one, by attackers with a valid token. */
  boolean hasToken() {
    return this == CHURN || this == INSIDERS;
  }

  /**
   * Returns the kind of that name.
   *
   * @throws IllegalArgumentException if there is none
   */
  public static HostileKind labelled(String label) {
    return Labelled.labelled(HostileKind.class, label, "--kind is one of %2$s, not '%1$s'");
  }
}
