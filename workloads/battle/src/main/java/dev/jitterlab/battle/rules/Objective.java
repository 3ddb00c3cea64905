package dev.jitterlab.battle.rules;

/**
 * How far a mode's aim is reached. What a field means differs by mode, see docs/battle-rules.md;
 * one that a mode does not use stays 0. Written by the battle only; read it on the thread that
 * steps the battle.
 */
public final class Objective {
  /** The escort's path has that many corners. */
  static final int PATH_POINTS = 6;

  int circleX;
  int circleY;
  int circleRadius;
  int timerEndsAtTick;
  int side = GameMode.NO_TEAM;
  final int[] score = new int[2];

  final int[] pathX = new int[PATH_POINTS];
  final int[] pathY = new int[PATH_POINTS];
  int pathLength;
  int travelled;

  /** The corner of the path that the cart goes to. */
  int nextPoint;

  Objective() {}

  /** Returns the x of the circle's centre, in units. */
  public int circleX() {
    return Fixed.toUnits(circleX);
  }

  /** Returns the y of the circle's centre, in units. */
  public int circleY() {
    return Fixed.toUnits(circleY);
  }

  /** Returns the radius of the circle in units; 0 when there is none. */
  public int circleRadius() {
    return Fixed.toUnits(circleRadius);
  }

  /**
   * Returns by how much the circle's radius changes by the rules between two ticks, in units;
   * within one, as it is rounded.
   *
   * @param timeLimitTicks how long the battle lasts at most
   */
  public static int radiusChange(GameMode mode, int fromTick, int toTick, int timeLimitTicks) {
    return mode == GameMode.LAST_STANDING
        ? Fixed.toUnits(LastStandingMode.radius(toTick, timeLimitTicks))
            - Fixed.toUnits(LastStandingMode.radius(fromTick, timeLimitTicks))
        : 0;
  }

  /** Returns the team that is about to win; {@link GameMode#NO_TEAM} when none is. */
  public int side() {
    return side;
  }

  /** Returns the first or the second score. */
  public int score(int which) {
    return score[which];
  }

  /** Returns the tick at which the countdown ends; 0 when there is none. */
  public int timerEndsAtTick() {
    return timerEndsAtTick;
  }

  long hash(long hash) {
    long result = DeterministicRandom.mix(hash ^ ((long) circleX << 32 | circleY));
    result = DeterministicRandom.mix(result ^ ((long) circleRadius << 32 | timerEndsAtTick));
    result = DeterministicRandom.mix(result ^ ((long) score[0] << 32 | score[1]));
    return DeterministicRandom.mix(result ^ ((long) travelled << 32 | nextPoint << 8 | side));
  }
}
