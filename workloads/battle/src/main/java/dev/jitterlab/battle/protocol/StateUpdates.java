package dev.jitterlab.battle.protocol;

import dev.jitterlab.battle.Labelled;

/** How players are kept up to date (thesis, section 3.2.3). */
public enum StateUpdates implements Labelled {
  /** Each STATE has all that the player sees. */
  FULL,
  /** Each STATE has what changed since the last that the client said to have, as far as known. */
  DIFFERENTIAL,
  /**
   * Per client and tick the smaller of both; full too while there is {@linkplain LossEvidence
   * evidence} that the client loses states.
   */
  HYBRID;

  /**
   * Returns the kind of that name, as options have it.
   *
   * @throws IllegalArgumentException if there is none
   */
  public static StateUpdates labelled(String label) {
    return Labelled.labelled(StateUpdates.class, label, "--state is one of %2$s, not %1$s");
  }
}
