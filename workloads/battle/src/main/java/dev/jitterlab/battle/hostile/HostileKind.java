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
  /** All of them in turn. */
  MIXED;

  /**
   * Returns the kind of that name.
   *
   * @throws IllegalArgumentException if there is none
   */
  public static HostileKind labelled(String label) {
    return Labelled.labelled(HostileKind.class, label, "--kind is one of %2$s, not '%1$s'");
  }
}
