package dev.jitterlab.battle.tactics;

import dev.jitterlab.battle.protocol.State;
import dev.jitterlab.battle.protocol.StateNpcs;
import dev.jitterlab.battle.protocol.StateObjective;
import dev.jitterlab.battle.protocol.StateProps;
import dev.jitterlab.battle.rules.Angles;
import dev.jitterlab.battle.rules.Arena;
import dev.jitterlab.battle.rules.Props;

/** Where a bot wants to be for the sake of the mode's aim. Not thread-safe. */
final class ModeGoal {
  private static final int AROUND_CART = 1_900;
  private static final int AROUND_BOSS = 6_000;
  private static final int TICKS_AROUND = 160;
  private static final int SLAM_MARGIN = 600;

  private int x;
  private int y;

  /** Looks for a place to go; returns false when the mode asks for none now. */
  boolean find(State seen) {
    switch (seen.mode()) {
      case DEATHMATCH:
        return false;
      case LAST_STANDING:
        return findSafety(seen);
      case COLLECT:
        return findCrystal(seen, false) || findThief(seen);
      case ESCORT:
        return goAround(seen, seen.props().x(0), seen.props().y(0), AROUND_CART);
      case BOSS:
        return findWayOutOfSlam(seen) || findBoss(seen);
    }
    throw new AssertionError(seen.mode());
  }

  /** To the middle, when not well within the circle. */
  private boolean findSafety(State seen) {
    StateObjective circle = seen.objective();
    long well = circle.circleRadius() * 4L / 5;
    set(circle.circleX(), circle.circleY());
    return squaredTo(seen, circle.circleX(), circle.circleY()) > well * well;
  }

  /** To the nearest enemy who carries something, unless the own side is winning. */
  private boolean findThief(State seen) {
    return findCrystal(seen, true) && seen.objective().side() != Sides.yourTeam(seen);
  }

  /** To the nearest crystal that nobody carries, or that an enemy does. */
  private boolean findCrystal(State seen, boolean byEnemy) {
    StateProps props = seen.props();
    long nearest = Long.MAX_VALUE;
    for (int i = 0; i < props.count(); i++) {
      long distance = squaredTo(seen, props.x(i), props.y(i));
      int carrier = props.carrier(i);
      boolean carried = carrier != Props.NOBODY;
      if (props.isInSight(i)
          && carried == byEnemy
          && (!carried || Sides.isEnemy(seen, carrier))
          && distance < nearest) {
        nearest = distance;
        set(props.x(i), props.y(i));
      }
    }
    return nearest < Long.MAX_VALUE;
  }

  private boolean findWayOutOfSlam(State seen) {
    StateObjective circle = seen.objective();
    long radius = (long) circle.circleRadius() + SLAM_MARGIN;
    if (circle.circleRadius() == 0
        || squaredTo(seen, circle.circleX(), circle.circleY()) > radius * radius) {
      return false;
    }
    int dx = seen.fighters().x(seen.you()) - circle.circleX();
    int dy = seen.fighters().y(seen.you()) - circle.circleY();
    set(seen.fighters().x(seen.you()) + 10 * dx, seen.fighters().y(seen.you()) + 10 * dy + 1);
    return true;
  }

  private boolean findBoss(State seen) {
    StateNpcs npcs = seen.npcs();
    return npcs.count() > 0 && goAround(seen, npcs.x(0), npcs.y(0), AROUND_BOSS);
  }

  /** Circles around a place, each player at an angle of his own. */
  private boolean goAround(State seen, int middleX, int middleY, int radius) {
    int turn = seen.tick() % TICKS_AROUND * (Angles.TURN / TICKS_AROUND);
    int angle = turn + seen.you() * (Angles.TURN / seen.players());
    set(
        middleX + radius * Angles.cos(angle) / Angles.ONE,
        middleY + radius * Angles.sin(angle) / Angles.ONE);
    return true;
  }

  private static long squaredTo(State seen, int x, int y) {
    return Sides.squared(x - seen.fighters().x(seen.you()), y - seen.fighters().y(seen.you()));
  }

  private void set(int newX, int newY) {
    x = Math.max(0, Math.min(Arena.SIZE, newX));
    y = Math.max(0, Math.min(Arena.SIZE, newY));
  }

  /** Returns the x of the place that was found. */
  int x() {
    return x;
  }

  /** Returns the y of the place that was found. */
  int y() {
    return y;
  }
}
