package dev.jitterlab.battle.tactics;

import dev.jitterlab.battle.protocol.State;
import dev.jitterlab.battle.protocol.StateNpcs;
import dev.jitterlab.battle.rules.Angles;
import dev.jitterlab.battle.rules.Arena;
import dev.jitterlab.battle.rules.DeterministicRandom;
import dev.jitterlab.battle.rules.Weapon;

/**
 * How a bot shoots: it aims ahead of the nearest enemy in sight, player or NPC, with a human hand,
 * and shoots in bursts with pauses. Not thread-safe.
 */
final class Marksman {
  private static final int ROCKET_MIN = 3_000;
  private static final int ROCKET_MAX = 14_000;
  private static final int ROCKET_ONE_IN = 40;

  /** The hand of a human: up to 3° off. */
  private static final int AIM_ERROR = Angles.TURN / 120;

  private final DeterministicRandom random;
  private final int perSecond;
  private int burst;
  private int pause;
  private int aimError;

  private long targetSquared;
  private int targetX;
  private int targetY;
  private int targetVelocityX;
  private int targetVelocityY;

  private int aim;
  private int buttons;

  Marksman(DeterministicRandom random, int perSecond) {
    this.random = random;
    this.perSecond = perSecond;
  }

  /** Rests the hands, keeping the aim. */
  void rest() {
    buttons = 0;
  }

  /** Decides where to aim and what to shoot. */
  void decide(State seen, Arena arena) {
    buttons = 0;
    targetSquared = Long.MAX_VALUE;
    lookForPlayers(seen, arena);
    if (Sides.areNpcsEnemies(seen)) {
      lookForNpcs(seen, arena);
    }
    if (targetSquared < Long.MAX_VALUE) {
      aim(seen);
      pullTrigger();
    }
  }

  private void lookForPlayers(State seen, Arena arena) {
    for (int i = 0; i < seen.players(); i++) {
      if (Sides.isEnemy(seen, i)
          && seen.isAlive(i)
          && !seen.fighters().isShielded(i)
          && isNearer(seen, arena, seen.fighters().x(i), seen.fighters().y(i))) {
        targetVelocityX = seen.fighters().velocityX(i);
        targetVelocityY = seen.fighters().velocityY(i);
      }
    }
  }

  private void lookForNpcs(State seen, Arena arena) {
    StateNpcs npcs = seen.npcs();
    for (int i = 0; i < npcs.count(); i++) {
      if (npcs.isInSight(i) && npcs.health(i) > 0 && isNearer(seen, arena, npcs.x(i), npcs.y(i))) {
        targetVelocityX = npcs.velocityX(i);
        targetVelocityY = npcs.velocityY(i);
      }
    }
  }

  /** Takes the place as the target when it is in sight and nearer than the last. */
  private boolean isNearer(State seen, Arena arena, int x, int y) {
    int ownX = seen.fighters().x(seen.you());
    int ownY = seen.fighters().y(seen.you());
    long distance = Sides.squared(x - ownX, y - ownY);
    if (distance >= targetSquared || !arena.hasLineOfSight(ownX, ownY, x, y)) {
      return false;
    }
    targetSquared = distance;
    targetX = x;
    targetY = y;
    return true;
  }

  private void aim(State seen) {
    double seconds = Math.sqrt((double) targetSquared) / Weapon.RIFLE.speed();
    double leadX = targetX - seen.fighters().x(seen.you()) + targetVelocityX * seconds;
    double leadY = targetY - seen.fighters().y(seen.you()) + targetVelocityY * seconds;
    aim = (Angles.of(leadX, leadY) + aimError) & (Angles.TURN - 1);
  }

  /** Shoots bursts of a few rounds, then pauses; now and then a rocket at middle distance. */
  private void pullTrigger() {
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
    if (targetSquared > Sides.squared(ROCKET_MIN, 0)
        && targetSquared < Sides.squared(ROCKET_MAX, 0)
        && random.nextInt(ROCKET_ONE_IN) == 0) {
      buttons |= Weapon.ROCKET.button();
    }
  }

  int aim() {
    return aim;
  }

  int buttons() {
    return buttons;
  }
}
