package dev.jitterlab.battle.hostile;

import java.util.Arrays;
import java.util.stream.Collectors;

/** What hostile packets are. */
public enum HostileKind {
  /** Random bytes of random length. */
  GARBAGE("garbage"),
  /** Valid sealed packets of the sender's own session, sent again, and from other addresses. */
  REPLAYED("replayed"),
  /** Sealed with no key; also from the address of a session, so that the server must decrypt. */
  FORGED("forged"),
  /** Well-formed REQUESTs with tokens that nobody issued. */
  REQUESTS("requests"),
  /** All of them in turn. */
  MIXED("mixed");

  private final String label;

  HostileKind(String label) {
    this.label = label;
  }

  /**
   * Returns the kind of that name.
   *
   * @throws IllegalArgumentException if there is none
   */
  public static HostileKind labelled(String label) {
    for (HostileKind kind : values()) {
      if (kind.label.equals(label)) {
        return kind;
      }
    }
    throw new IllegalArgumentException(
        "--kind is one of "
            + Arrays.stream(values()).map(kind -> kind.label).collect(Collectors.joining(", "))
            + ", not '"
            + label
            + "'");
  }
}
