package dev.jitterlab.battle.protocol;

import java.util.Arrays;
import java.util.stream.Collectors;

/** How players are kept up to date (seed 1, section 3.2.3). */
public enum StateUpdates {
  /** Each STATE has all that the player sees. */
  FULL("full"),
  /** Each STATE has what changed since the last that the client said to have, as far as known. */
  DIFFERENTIAL("differential"),
  /** Per client and tick the smaller of both; full too when the client's acks grow old. */
  HYBRID("hybrid");

  private final String label;

  StateUpdates(String label) {
    this.label = label;
  }

  /**
   * Returns the kind of that name, as options have it.
   *
   * @throws IllegalArgumentException if there is none
   */
  public static StateUpdates labelled(String label) {
    for (StateUpdates updates : values()) {
      if (updates.label.equals(label)) {
        return updates;
      }
    }
    throw new IllegalArgumentException(
        "--state is one of "
            + Arrays.stream(values()).map(u -> u.label).collect(Collectors.joining(", "))
            + ", not "
            + label);
  }
}
