package dev.jitterlab.battle.bot;

import dev.jitterlab.battle.protocol.Snapshot;
import dev.jitterlab.battle.rules.Angles;
import dev.jitterlab.battle.rules.Arena;
import dev.jitterlab.battle.rules.BattleInputs;
import dev.jitterlab.battle.rules.DeterministicRandom;
import dev.jitterlab.battle.rules.Weapon;

/**
 * How a bot plays: it wanders from place to place, to a health pack when it is hurt, aims ahead of
 * the nearest enemy in sight with a human hand, shoots in bursts with pauses, and steps out of the
 * way of what flies at it. The same seed and snapshots give the same decisions. Not thread-safe.
 */
final class Tactics {
  private static final int HURT = 50;
  private static final int ARRIVED = 1_200;
  private static final int STUCK = 150;
  private static final int DANGER_AHEAD = 7_000;
  private static final int DANGER_ASIDE = 1_100;
  private static final int ROCKET_MIN = 3_000;
  private static final int ROCKET_MAX = 14_000;
  private static final int ROCKET_ONE_IN = 40;

  /** The hand of a human: up to 3° off. */
  private static final int AIM_ERROR = Angles.TURN / 120;

  private final DeterministicRandom random;
  private final int perSecond;
  private Arena arena;
  private int goalX;
  private int goalY;
  private int goalAge;
  private int lastX;
  private int lastY;
  private int burst;
  private int pause;
  private int aimError;

  private int moveX;
  private int moveY;
  private int aim;
  private int buttons;

  /**
   * Creates the tactics of one bot.
   *
   * @param perSecond how often it decides
   */
  Tactics(long seed, int perSecond) {
    this.random = new DeterministicRandom(seed);
    this.perSecond = perSecond;
  }

  /** Decides what to do in that situation; the decision is in the getters until the next. */
  void decide(Snapshot seen) {
    buttons = 0;
    if (arena == null || arena.number() != seen.arena()) {
      arena = new Arena(seen.arena());
      goalAge = Integer.MAX_VALUE;
    }
    if (!seen.isAlive(seen.you())) {
      moveX = 0;
      moveY = 0;
      return;
    }
    if (!dodge(seen)) {
      wander(seen);
    }
    int enemy = nearestInSight(seen);
    if (enemy >= 0) {
      aimAt(seen, enemy);
      pullTrigger(seen, enemy);
    }
  }

  private boolean dodge(Snapshot seen) {
    int x = seen.x(seen.you());
    int y = seen.y(seen.you());
    long nearest = DANGER_AHEAD;
    boolean danger = false;
    for (int i = 0; i < seen.projectiles(); i++) {
      if (seen.projectileOwner(i) == seen.you()) {
        continue;
      }
      long cos = Angles.cos(seen.projectileDirection(i));
      long sin = Angles.sin(seen.projectileDirection(i));
      int dx = x - seen.projectileX(i);
      int dy = y - seen.projectileY(i);
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

  private void wander(Snapshot seen) {
    int x = seen.x(seen.you());
    int y = seen.y(seen.you());
    boolean stuck =
        goalAge > perSecond / 2 && Math.abs(x - lastX) < STUCK && Math.abs(y - lastY) < STUCK;
    boolean arrived = Math.abs(goalX - x) < ARRIVED && Math.abs(goalY - y) < ARRIVED;
    if (stuck || arrived || goalAge > 6 * perSecond) {
      chooseGoal(seen, x, y);
    }
    goalAge++;
    if (goalAge % Math.max(1, perSecond / 2) == 0) {
      lastX = x;
      lastY = y;
    }
    go((long) goalX - x, (long) goalY - y);
  }

  private void chooseGoal(Snapshot seen, int x, int y) {
    goalAge = 0;
    lastX = -STUCK;
    goalX = random.nextInt(Arena.SIZE);
    goalY = random.nextInt(Arena.SIZE);
    if (seen.health(seen.you()) >= HURT) {
      return;
    }
    long nearest = Long.MAX_VALUE;
    for (int pack = 0; pack < Arena.PACKS; pack++) {
      long distance = squared(arena.packX(pack) - x, arena.packY(pack) - y);
      if (seen.isPackThere(pack)
          && distance < nearest
          && arena.hasLineOfSight(x, y, arena.packX(pack), arena.packY(pack))) {
        nearest = distance;
        goalX = arena.packX(pack);
        goalY = arena.packY(pack);
      }
    }
  }

  private int nearestInSight(Snapshot seen) {
    int you = seen.you();
    int best = -1;
    long nearest = Long.MAX_VALUE;
    for (int i = 0; i < seen.players(); i++) {
      if (i == you || !seen.isAlive(i) || seen.isShielded(i)) {
        continue;
      }
      long distance = squared(seen.x(i) - seen.x(you), seen.y(i) - seen.y(you));
      if (distance < nearest
          && arena.hasLineOfSight(seen.x(you), seen.y(you), seen.x(i), seen.y(i))) {
        nearest = distance;
        best = i;
      }
    }
    return best;
  }

  private void aimAt(Snapshot seen, int enemy) {
    int dx = seen.x(enemy) - seen.x(seen.you());
    int dy = seen.y(enemy) - seen.y(seen.you());
    double seconds = Math.sqrt((double) squared(dx, dy)) / Weapon.RIFLE.speed();
    double leadX = dx + seen.velocityX(enemy) * seconds;
    double leadY = dy + seen.velocityY(enemy) * seconds;
    aim = (Angles.of(leadX, leadY) + aimError) & (Angles.TURN - 1);
  }

  /** Shoots bursts of a few rounds, then pauses; now and then a rocket at middle distance. */
  private void pullTrigger(Snapshot seen, int enemy) {
    if (pause > 0) {
      pause--;
      return;
    }
    if (burst == 0) {
      burst = random.between(perSecond / 4 + 1, perSecond);
      pause = random.between(perSecond / 4 + 1, perSecond);
      aimError = random.between(-AIM_ERROR, AIM_ERROR);
      return;
    }
    burst--;
    buttons = Weapon.RIFLE.button();
    long distance = squared(seen.x(enemy) - seen.x(seen.you()), seen.y(enemy) - seen.y(seen.you()));
    if (distance > squared(ROCKET_MIN, 0)
        && distance < squared(ROCKET_MAX, 0)
        && random.nextInt(ROCKET_ONE_IN) == 0) {
      buttons |= Weapon.ROCKET.button();
    }
  }

  private void go(long x, long y) {
    long longest = Math.max(1, Math.max(Math.abs(x), Math.abs(y)));
    moveX = (int) (x * BattleInputs.MAX_MOVE / longest);
    moveY = (int) (y * BattleInputs.MAX_MOVE / longest);
  }

  private static long squared(int dx, int dy) {
    return (long) dx * dx + (long) dy * dy;
  }

  int moveX() {
    return moveX;
  }

  int moveY() {
    return moveY;
  }

  int aim() {
    return aim;
  }

  int buttons() {
    return buttons;
  }
}
