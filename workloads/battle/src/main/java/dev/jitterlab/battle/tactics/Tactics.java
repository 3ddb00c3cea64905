package dev.jitterlab.battle.tactics;

import dev.jitterlab.battle.protocol.State;
import dev.jitterlab.battle.rules.Angles;
import dev.jitterlab.battle.rules.Arena;
import dev.jitterlab.battle.rules.BattleInputs;
import dev.jitterlab.battle.rules.DeterministicRandom;

/**
 * How a player plays who is no person, a bot or one of the server's: it goes where the mode's aim
 * is or, where there is none, to where it saw an enemy last or from place to place, to a health
 * pack when it is hurt; shoots as its {@link Marksman} says, and steps out of the way of what flies
 * at it. The same seed and states give the same decisions. Not thread-safe.
 */
public class Tactics {
  private static final int HURT = 50;
  private static final int ARRIVED = 1_200;
  private static final int STUCK = 150;
  private static final int DANGER_AHEAD = 7_000;
  private static final int DANGER_ASIDE = 1_100;

  private final DeterministicRandom random;
  private final int perSecond;
  private final Marksman marksman;
  private final ModeGoal modeGoal = new ModeGoal();
  private final LastSeen lastSeen = new LastSeen();
  private Arena arena;
  private int goalX;
  private int goalY;
  private int goalAge;
  private int lastX;
  private int lastY;
  private int detour;

  private int moveX;
  private int moveY;

  /**
   * Creates the tactics of one bot.
   *
   * @param perSecond how often it decides
   */
  public Tactics(long seed, int perSecond) {
    this.random = new DeterministicRandom(seed);
    this.perSecond = perSecond;
    this.marksman = new Marksman(random, perSecond);
  }

  /** Decides what to do in that situation; the decision is in the getters until the next. */
  public void decide(State seen) {
    if (arena == null || arena.number() != seen.arena()) {
      enter(new Arena(seen.arena()));
    }
    marksman.rest();
    if (!seen.isAlive(seen.you())) {
      moveX = 0;
      moveY = 0;
      return;
    }
    if (!dodge(seen)) {
      wander(seen);
    }
    marksman.decide(seen, arena);
  }

  /** Comes to an arena, which {@link #decide} would make otherwise. */
  public void enter(Arena newArena) {
    arena = newArena;
    goalAge = Integer.MAX_VALUE;
  }

  private boolean dodge(State seen) {
    int x = seen.fighters().x(seen.you());
    int y = seen.fighters().y(seen.you());
    long nearest = DANGER_AHEAD;
    boolean danger = false;
    for (int i = 0; i < seen.projectiles().count(); i++) {
      if (!Sides.isFromEnemy(seen, i)) {
        continue;
      }
      long cos = Angles.cos(seen.projectiles().direction(i));
      long sin = Angles.sin(seen.projectiles().direction(i));
      int dx = x - seen.projectiles().x(i);
      int dy = y - seen.projectiles().y(i);
      long ahead = (dx * cos + dy * sin) / Angles.ONE;
      long aside = (cos * dy - sin * dx) / Angles.ONE;
      if (ahead > 0 && ahead < nearest && Math.abs(aside) < DANGER_ASIDE) {
        nearest = ahead;
        danger = true;
        int side = aside >= 0 ? 1 : -1;
        go(-sin * side, cos * side);
      }
    }
    return danger;
  }

  private void wander(State seen) {
    int x = seen.fighters().x(seen.you());
    int y = seen.fighters().y(seen.you());
    // Who is stuck tries another way for a second.
    boolean hunting = lastSeen.find(seen);
    boolean forMode = detour == 0 && modeGoal.find(seen);
    boolean aimed = forMode || (detour == 0 && hunting);
    int toX = forMode ? modeGoal.x() : aimed ? lastSeen.x() : goalX;
    int toY = forMode ? modeGoal.y() : aimed ? lastSeen.y() : goalY;
    boolean arrived = Math.abs(toX - x) < ARRIVED && Math.abs(toY - y) < ARRIVED;
    boolean stuck =
        goalAge > perSecond / 2
            && !arrived
            && Math.abs(x - lastX) < STUCK
            && Math.abs(y - lastY) < STUCK;
    detour = Math.max(0, stuck ? perSecond : detour - 1);
    if (stuck || (arrived && !aimed) || goalAge > 6 * perSecond) {
      chooseGoal(seen, x, y);
    }
    goalAge++;
    if (goalAge % Math.max(1, perSecond / 2) == 0) {
      lastX = x;
      lastY = y;
    }
    go((long) toX - x, (long) toY - y);
  }

  private void chooseGoal(State seen, int x, int y) {
    goalAge = 0;
    lastX = -STUCK;
    goalX = random.nextInt(Arena.SIZE);
    goalY = random.nextInt(Arena.SIZE);
    if (seen.fighters().health(seen.you()) >= HURT) {
      return;
    }
    long nearest = Long.MAX_VALUE;
    for (int pack = 0; pack < Arena.PACKS; pack++) {
      long distance = Sides.squared(arena.packX(pack) - x, arena.packY(pack) - y);
      if (seen.isPackThere(pack)
          && distance < nearest
          && arena.hasLineOfSight(x, y, arena.packX(pack), arena.packY(pack))) {
        nearest = distance;
        goalX = arena.packX(pack);
        goalY = arena.packY(pack);
      }
    }
  }

  private void go(long x, long y) {
    long longest = Math.max(1, Math.max(Math.abs(x), Math.abs(y)));
    moveX = (int) (x * BattleInputs.MAX_MOVE / longest);
    moveY = (int) (y * BattleInputs.MAX_MOVE / longest);
  }

  /** Returns the wanted velocity along x, −127 to 127. */
  public int moveX() {
    return moveX;
  }

  /** Returns the wanted velocity along y, −127 to 127. */
  public int moveY() {
    return moveY;
  }

  /** Returns the angle to aim at, in 1/65,536 of a turn. */
  public int aim() {
    return marksman.aim();
  }

  /** Returns the triggers to press, by {@code Weapon.button()}. */
  public int buttons() {
    return marksman.buttons();
  }
}
