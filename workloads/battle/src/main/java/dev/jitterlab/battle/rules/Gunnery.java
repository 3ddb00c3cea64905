package dev.jitterlab.battle.rules;

/**
 * Shoots, and lets projectiles fly and hit.
 *
 * <p>A flight is checked in steps of at most half a fighter's radius: nothing is jumped over at any
 * tick rate.
 */
final class Gunnery {
  private static final Weapon[] WEAPONS = Weapon.values();

  private Gunnery() {}

  static void step(BattleState state, BattleInputs inputs) {
    fly(state);
    for (int i = 0; i < state.fighters.count(); i++) {
      if (state.fighters.isAlive(i)) {
        for (Weapon weapon : WEAPONS) {
          if ((inputs.buttons[i] & weapon.button()) != 0) {
            shoot(state, i, weapon);
          }
        }
      }
    }
  }

  private static void shoot(BattleState state, int fighter, Weapon weapon) {
    Fighters fighters = state.fighters;
    int[] reloadedAtTick = fighters.reloadedAtTick[weapon.code()];
    if (state.tick < reloadedAtTick[fighter]
        || fighters.projectiles[fighter] == BattleRules.MAX_PROJECTILES_EACH) {
      return;
    }
    reloadedAtTick[fighter] = state.tick + weapon.reloadTicks(state.rules);
    // Who attacks is no longer protected.
    fighters.shieldUntilTick[fighter] = 0;
    int direction =
        (fighters.aim[fighter] + state.random.between(-weapon.spread(), weapon.spread()))
            & (Angles.TURN - 1);
    state.projectiles.add(
        weapon,
        fighter,
        fighters.x[fighter] + along(Angles.cos(direction), BattleRules.RADIUS),
        fighters.y[fighter] + along(Angles.sin(direction), BattleRules.RADIUS),
        direction,
        state.tick + weapon.flightTicks(state.rules));
    fighters.projectiles[fighter]++;
  }

  private static int along(int component, long length) {
    return (int) (component * length / Angles.ONE);
  }

  private static void fly(BattleState state) {
    Projectiles projectiles = state.projectiles;
    // Backwards, because a projectile that ends is replaced by the last.
    for (int i = projectiles.count() - 1; i >= 0; i--) {
      if (ends(state, i)) {
        if (projectiles.weapon[i].isBlast()) {
          burst(state, i);
        }
        state.fighters.projectiles[projectiles.owner[i]]--;
        projectiles.remove(i);
      }
    }
  }

  private static boolean ends(BattleState state, int i) {
    Projectiles projectiles = state.projectiles;
    int distance = state.rules.perTick(projectiles.weapon[i].speed());
    int steps = distance / (BattleRules.RADIUS / 2) + 1;
    int stepX = along(Angles.cos(projectiles.direction[i]), distance) / steps;
    int stepY = along(Angles.sin(projectiles.direction[i]), distance) / steps;
    for (int step = 0; step < steps; step++) {
      int x = projectiles.x[i] + stepX;
      int y = projectiles.y[i] + stepY;
      if (state.arena.blocks(x, y)) {
        return true;
      }
      projectiles.x[i] = x;
      projectiles.y[i] = y;
      if (hits(state, i)) {
        return true;
      }
    }
    return state.tick >= projectiles.endsAtTick[i];
  }

  private static boolean hits(BattleState state, int i) {
    Projectiles projectiles = state.projectiles;
    Fighters fighters = state.fighters;
    int owner = projectiles.owner[i];
    for (int fighter = 0; fighter < fighters.count(); fighter++) {
      if (fighter == owner || !fighters.isAlive(fighter)) {
        continue;
      }
      int dx = fighters.x[fighter] - projectiles.x[i];
      int dy = fighters.y[fighter] - projectiles.y[i];
      if (Fixed.squared(dx, dy) <= (long) BattleRules.RADIUS * BattleRules.RADIUS) {
        if (!projectiles.weapon[i].isBlast()) {
          state.hurt(fighter, owner, projectiles.weapon[i].damage());
        }
        return true;
      }
    }
    return false;
  }

  /** Hurts and throws back everyone around who is in sight of the burst, the owner excepted. */
  private static void burst(BattleState state, int i) {
    Projectiles projectiles = state.projectiles;
    Fighters fighters = state.fighters;
    Weapon weapon = projectiles.weapon[i];
    int x = projectiles.x[i];
    int y = projectiles.y[i];
    int reach = weapon.blastRadius();
    for (int fighter = 0; fighter < fighters.count(); fighter++) {
      if (fighter == projectiles.owner[i] || !fighters.isAlive(fighter)) {
        continue;
      }
      int dx = fighters.x[fighter] - x;
      int dy = fighters.y[fighter] - y;
      int distance = Fixed.length(dx, dy);
      if (distance >= reach
          || !state.arena.seesFixed(x, y, fighters.x[fighter], fighters.y[fighter])) {
        continue;
      }
      int rest = reach - distance;
      throwBack(state, fighter, dx, dy, (int) ((long) weapon.blastSpeed() * rest / reach));
      state.hurt(fighter, projectiles.owner[i], (int) ((long) weapon.damage() * rest / reach));
    }
  }

  private static void throwBack(BattleState state, int fighter, int dx, int dy, int speed) {
    int distance = Math.max(1, Fixed.length(dx, dy));
    int push = state.rules.perTick(speed);
    int top = state.rules.topSpeedPerTick();
    Fighters fighters = state.fighters;
    fighters.velocityX[fighter] =
        Fixed.clamp(fighters.velocityX[fighter] + (int) ((long) dx * push / distance), -top, top);
    fighters.velocityY[fighter] =
        Fixed.clamp(fighters.velocityY[fighter] + (int) ((long) dy * push / distance), -top, top);
  }
}
