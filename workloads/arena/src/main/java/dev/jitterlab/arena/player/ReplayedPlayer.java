package dev.jitterlab.arena.player;

import dev.jitterlab.arena.trace.Trace;
import dev.jitterlab.arena.trace.TraceCursor;

/** Does what a recorded player did, over and over, whatever happens around it. */
public final class ReplayedPlayer implements Brain {
  /** How far apart two players begin who replay the same one. */
  private static final long OFFSET_US = 1_700_000;

  private final TraceCursor cursor;

  /**
   * Creates the replay for one of many players: they take the recorded ones in turn, and those that
   * take the same one begin at different places of it.
   *
   * @param number which of the many, from 0
   */
  public ReplayedPlayer(Trace trace, int number) {
    this(trace, number, OFFSET_US);
  }

  /**
   * The same.
   *
   * @param offsetUs how far apart two players begin who replay the same one
   */
  public ReplayedPlayer(Trace trace, int number, long offsetUs) {
    cursor = trace.cursor(number, offsetUs * (number / trace.players()));
  }

  @Override
  public void sees(boolean isSelf, float x, float y) {
    // It does what was recorded.
  }

  @Override
  public void decide(long elapsedUs) {
    boolean unused = cursor.advance(elapsedUs);
  }

  @Override
  public boolean isHere() {
    return cursor.isHere();
  }

  @Override
  public int keys() {
    return cursor.keys();
  }

  @Override
  public int heading() {
    return cursor.heading();
  }
}
