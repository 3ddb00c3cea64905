package dev.jitterlab.arena.player;

/** Decides what a player does. Not thread-safe; the times never go back. */
public interface Brain {
  /**
   * Is told of a fighter that it sees, itself among them, before {@link #decide}.
   *
   * @param isSelf whether it is the player's own
   */
  void sees(boolean isSelf, float x, float y);

  /**
   * Decides by that time since it began, in microseconds; {@link #keys} and {@link #heading} then
   * say what.
   */
  void decide(long elapsedUs);

  /** Returns whether the player is there; one that is not leaves, and may come back. */
  default boolean isHere() {
    return true;
  }

  /** Returns the keys, bits of {@code ClientInput}. */
  int keys();

  /** Returns where it aims, 65,536 to the full circle. */
  int heading();
}
