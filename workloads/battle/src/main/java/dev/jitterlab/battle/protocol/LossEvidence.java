package dev.jitterlab.battle.protocol;

/**
 * Which players are losing states, told by what they say to have: one who has named no newer state
 * for longer than twice his usual pause and {@value #MARGIN_TICKS} ticks has lost what was sent to
 * him meanwhile, or cannot decode it. The usual pause follows each player's link and rate, so that
 * neither a long way nor a slow client looks like loss. Belongs to the thread of the encoder.
 */
final class LossEvidence {
  static final int MARGIN_TICKS = 3;

  /** Pauses are kept in 1/16 tick, and follow a new one by 1/8. */
  private static final int SCALE = 16;

  private static final int SMOOTHING = 8;

  private final int[] newest;
  private final int[] newsTick;
  private final int[] usualPause;

  LossEvidence(int players) {
    newest = new int[players];
    newsTick = new int[players];
    usualPause = new int[players];
  }

  /**
   * Takes note of what a player says at a tick, once a tick; returns whether he is losing states.
   *
   * @param seen the newest state that he has; 0 begins anew
   */
  boolean isLosing(int player, int seen, int tick) {
    if (seen == 0 || newest[player] == 0) {
      newest[player] = seen;
      newsTick[player] = tick;
      usualPause[player] = SCALE;
      return false;
    }
    int pause = (tick - newsTick[player]) * SCALE;
    if (seen != newest[player]) {
      newest[player] = seen;
      newsTick[player] = tick;
      usualPause[player] += (pause - usualPause[player]) / SMOOTHING;
      return false;
    }
    return pause > 2 * usualPause[player] + MARGIN_TICKS * SCALE;
  }
}
