package dev.jitterlab.battle.protocol;

import dev.jitterlab.battle.rules.Arena;
import dev.jitterlab.battle.rules.GameMode;
import dev.jitterlab.battle.rules.Objective;

/**
 * How far the mode's aim is reached, from one STATE; what a field means differs by mode, see
 * docs/battle-rules.md. Lengths are map units. Reused from packet to packet; not thread-safe.
 */
public final class StateObjective {
  static final int BITS = 3 * 16 + 2 * 16 + 31 + 2;

  private static final int PLACE_BITS = 16;
  private static final int SCORE_BITS = 16;
  private static final int TICK_BITS = 31;
  private static final int SIDE_BITS = 2;
  private static final int NO_SIDE = 2;
  private static final int RADIUS_ORDER = 0;
  private static final int SCORE_ORDER = 1;

  private int circleX;
  private int circleY;
  private int circleRadius;
  private int firstScore;
  private int secondScore;
  private int countdownEnd;
  private int side;

  StateObjective() {}

  void capture(Objective from) {
    circleX = from.circleX();
    circleY = from.circleY();
    circleRadius = from.circleRadius();
    firstScore = from.score(0);
    secondScore = from.score(1);
    countdownEnd = Math.max(0, from.timerEndsAtTick());
    side = from.side() == GameMode.NO_TEAM ? NO_SIDE : from.side();
  }

  void put(BitWriter out) {
    out.put(circleX, PLACE_BITS);
    out.put(circleY, PLACE_BITS);
    out.put(circleRadius, PLACE_BITS);
    out.put(firstScore, SCORE_BITS);
    out.put(secondScore, SCORE_BITS);
    putState(out);
  }

  private void putState(BitWriter out) {
    out.put(countdownEnd, TICK_BITS);
    out.put(side, SIDE_BITS);
  }

  void get(BitReader in) {
    circleX = in.getAtMost(PLACE_BITS, Arena.SIZE);
    circleY = in.getAtMost(PLACE_BITS, Arena.SIZE);
    circleRadius = in.getInt(PLACE_BITS);
    firstScore = in.getInt(SCORE_BITS);
    secondScore = in.getInt(SCORE_BITS);
    getState(in);
  }

  private void getState(BitReader in) {
    countdownEnd = in.getInt(TICK_BITS);
    side = in.getAtMost(SIDE_BITS, NO_SIDE);
  }

  /** Returns whether nothing has changed but the radius, and that as expected. */
  boolean isAsPredicted(StateObjective base, int radiusChange) {
    return circleRadius == base.circleRadius + radiusChange
        && !hasMoved(base)
        && !hasScored(base)
        && !hasOtherState(base);
  }

  private boolean hasMoved(StateObjective base) {
    return circleX != base.circleX || circleY != base.circleY;
  }

  private boolean hasScored(StateObjective base) {
    return firstScore != base.firstScore || secondScore != base.secondScore;
  }

  private boolean hasOtherState(StateObjective base) {
    return countdownEnd != base.countdownEnd || side != base.side;
  }

  /**
   * Writes what has changed: the circle's radius, its place, the scores, and the rest.
   *
   * @param radiusChange what the receiver expects of the radius
   */
  void putChange(BitWriter out, StateObjective base, int radiusChange) {
    boolean moved = hasMoved(base);
    boolean scored = hasScored(base);
    boolean state = hasOtherState(base);
    out.putSigned(circleRadius - base.circleRadius - radiusChange, RADIUS_ORDER);
    out.putBit(moved);
    if (moved) {
      out.put(circleX, PLACE_BITS);
      out.put(circleY, PLACE_BITS);
    }
    out.putBit(scored);
    if (scored) {
      out.putSigned(firstScore - base.firstScore, SCORE_ORDER);
      out.putSigned(secondScore - base.secondScore, SCORE_ORDER);
    }
    out.putBit(state);
    if (state) {
      putState(out);
    }
  }

  void getChange(BitReader in, StateObjective base, int radiusChange) {
    int off = in.getSigned(RADIUS_ORDER);
    predict(in, base, radiusChange + off);
    if (in.getBit()) {
      circleX = in.getAtMost(PLACE_BITS, Arena.SIZE);
      circleY = in.getAtMost(PLACE_BITS, Arena.SIZE);
    }
    if (in.getBit()) {
      firstScore = in.inRange(base.firstScore + in.getSigned(SCORE_ORDER), 0, 65_535);
      secondScore = in.inRange(base.secondScore + in.getSigned(SCORE_ORDER), 0, 65_535);
    }
    if (in.getBit()) {
      getState(in);
    }
  }

  void predict(BitReader in, StateObjective from, int radiusChange) {
    circleX = from.circleX;
    circleY = from.circleY;
    circleRadius = in.inRange(from.circleRadius + radiusChange, 0, 65_535);
    firstScore = from.firstScore;
    secondScore = from.secondScore;
    countdownEnd = from.countdownEnd;
    side = from.side;
  }

  /** Returns the x of the circle's centre. */
  public int circleX() {
    return circleX;
  }

  /** Returns the y of the circle's centre. */
  public int circleY() {
    return circleY;
  }

  /** Returns the radius of the circle, 0 when there is none. */
  public int circleRadius() {
    return circleRadius;
  }

  /** Returns the first or the second score. */
  public int score(int which) {
    return which == 0 ? firstScore : secondScore;
  }

  /** Returns the tick at which the countdown ends; 0 when there is none. */
  public int countdownEnd() {
    return countdownEnd;
  }

  /** Returns the team that is ahead, 255 for none. */
  public int side() {
    return side == NO_SIDE ? GameMode.NO_TEAM : side;
  }
}
