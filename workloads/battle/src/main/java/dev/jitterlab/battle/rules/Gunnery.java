package dev.jitterlab.battle.rules;

/**
 * Shoots, and lets projectiles fly and hit.
 *
 * <p>A flight is checked in steps of at most half a fighter's radius: nothing is jumped over at any
 * tick rate.
 *
 * <p>A shot is fired where the fighter was when the trigger was pressed, and flies what was left of
 * the tick then. Shots are fired in the order of their presses, and nobody's who had died before: a
 * death is dated by the step of the flight that brought it.
 */
final class Gunnery {
  private static final Weapon[] WEAPONS = Weapon.values();

  private Gunnery() {}

  static void step(BattleState state, BattleInputs inputs) {
    fly(state);
    for (int i = 0; i < inputs.presses(); i++) {
      int fighter = inputs.presser(i);
      int code = inputs.pressed(i);
      shoot(
          state,
          fighter,
          WEAPONS[code],
          inputs.pressAim[code][fighter],
          inputs.pressRemaining[code][fighter]);
    }
  }

  private static void shoot(BattleState state, int fighter, Weapon weapon, int aim, int remaining) {
    Fighters fighters = state.fighters;
    int[] reloadedAtTick = fighters.reloadedAtTick[weapon.code()];
    if (!fighters.livedWhen(fighter, state.tick, remaining)
        || state.tick < reloadedAtTick[fighter]
        || fighters.projectiles[fighter] == BattleRules.MAX_PROJECTILES_EACH) {
      return;
    }
    reloadedAtTick[fighter] = state.tick + weapon.reloadTicks(state.rules);
    // Who attacks is no longer protected.
    fighters.shieldUntilTick[fighter] = 0;
    int direction =
        (aim + state.random.between(-weapon.spread(), weapon.spread())) & (Angles.TURN - 1);
    state.projectiles.add(
        weapon,
        fighter,
        fighters.team[fighter],
        fighters.xWhen(fighter, remaining)
            + Angles.along(Angles.cos(direction), BattleRules.RADIUS),
        fighters.yWhen(fighter, remaining)
            + Angles.along(Angles.sin(direction), BattleRules.RADIUS),
        direction,
        state.tick + weapon.flightTicks(state.rules));
    fighters.projectiles[fighter]++;
    flyOff(state, remaining);
  }

  /** Lets the shot that was fired last fly what was left of the tick. */
  static void flyOff(BattleState state, int remaining) {
    if (remaining > 0) {
      int shot = state.projectiles.count() - 1;
      state.projectiles.remainingAtShot[shot] = remaining;
      fly(state, shot, remaining, remaining);
    }
  }

  private static void fly(BattleState state) {
    Projectiles projectiles = state.projectiles;
    // Backwards, because a projectile that ends is replaced by the last.
    for (int i = projectiles.count() - 1; i >= 0; i--) {
      fly(state, i, projectiles.flies(i, state.tick), BattleInputs.FRACTIONS);
    }
  }

  /** Flies for a part of the tick, from when that much of it was left. */
  private static void fly(BattleState state, int i, int part, int remaining) {
    Projectiles projectiles = state.projectiles;
    if (ends(state, i, part, remaining)) {
      if (projectiles.weapon[i].isBlast()) {
        burst(state, i);
      }
      discharge(state, projectiles.owner[i]);
      projectiles.remove(i);
    }
  }

  private static boolean ends(BattleState state, int i, int part, int remaining) {
    Projectiles projectiles = state.projectiles;
    int distance = BattleInputs.part(state.rules.perTick(projectiles.weapon[i].speed()), part);
    int steps = distance / (BattleRules.RADIUS / 2) + 1;
    int stepX = Angles.along(Angles.cos(projectiles.direction[i]), distance) / steps;
    int stepY = Angles.along(Angles.sin(projectiles.direction[i]), distance) / steps;
    for (int step = 0; step < steps; step++) {
      state.remaining = remaining - part / steps * step;
      int x = projectiles.x[i] + stepX;
      int y = projectiles.y[i] + stepY;
      if (state.arena.blocks(x, y)) {
        return true;
      }
      projectiles.x[i] = x;
      projectiles.y[i] = y;
      if (hitsFighter(state, i) || hitsNpc(state, i) || hitsProp(state, i)) {
        return true;
      }
    }
    return state.tick >= projectiles.endsAtTick[i];
  }

  private static boolean hitsFighter(BattleState state, int i) {
    Projectiles projectiles = state.projectiles;
    Fighters fighters = state.fighters;
    for (int fighter = 0; fighter < fighters.count(); fighter++) {
      if (fighters.team[fighter] == projectiles.team[i] || !fighters.isAlive(fighter)) {
        continue;
      }
      if (isWithin(projectiles, i, fighters, fighter, BattleRules.RADIUS)) {
        if (!projectiles.weapon[i].isBlast()) {
          Damage.toFighter(state, fighter, projectiles.owner[i], projectiles.weapon[i].damage());
        }
        projectiles.hit(i);
        return true;
      }
    }
    return false;
  }

  private static boolean hitsNpc(BattleState state, int i) {
    Projectiles projectiles = state.projectiles;
    Npcs npcs = state.npcs;
    for (int npc = 0; npc < npcs.count(); npc++) {
      if (npcs.team[npc] == projectiles.team[i] || !npcs.isAlive(npc)) {
        continue;
      }
      if (isWithin(projectiles, i, npcs, npc, npcs.kind[npc].radius())) {
        if (!projectiles.weapon[i].isBlast()) {
          Damage.toNpc(state, npc, projectiles.owner[i], projectiles.weapon[i].damage());
        }
        projectiles.hit(i);
        return true;
      }
    }
    return false;
  }

  private static boolean hitsProp(BattleState state, int i) {
    Props props = state.props;
    for (int prop = 0; prop < props.count(); prop++) {
      if (props.kind[prop].isSolid()
          && isWithin(state.projectiles, i, props, prop, props.kind[prop].radius())) {
        return true;
      }
    }
    return false;
  }

  private static boolean isWithin(
      Projectiles projectiles, int i, Bodies bodies, int body, int radius) {
    int dx = bodies.x[body] - projectiles.x[i];
    int dy = bodies.y[body] - projectiles.y[i];
    return Fixed.squared(dx, dy) <= (long) radius * radius;
  }

  private static void burst(BattleState state, int i) {
    Projectiles projectiles = state.projectiles;
    Weapon weapon = projectiles.weapon[i];
    Blast.at(
        state,
        projectiles.x[i],
        projectiles.y[i],
        weapon.blastRadius(),
        weapon.damage(),
        weapon.blastSpeed(),
        projectiles.team[i],
        projectiles.owner[i]);
  }

  private static void discharge(BattleState state, int owner) {
    if (owner < BattleState.FIRST_NPC_OWNER) {
      state.fighters.projectiles[owner]--;
    } else {
      state.npcs.projectiles[owner - BattleState.FIRST_NPC_OWNER]--;
    }
  }
}
