package dev.jitterlab.battle.rules;

/**
 * What the NPCs do: every fifth of a second each looks for the nearest enemy in sight; it goes
 * there, or home when there is none, keeps its distance and shoots.
 */
final class NpcMinds {
  static final int THINK_MILLIS = 200;

  /** Nearer to its goal than this an NPC stands still. */
  static final int ARRIVED = Fixed.ofUnits(200);

  private NpcMinds() {}

  static void step(BattleState state) {
    Npcs npcs = state.npcs;
    for (int i = 0; i < npcs.count(); i++) {
      if (!npcs.isAlive(i)) {
        revive(state, i);
      }
      if (npcs.isAlive(i)) {
        think(state, i);
        steer(state, i);
        npcs.move(state.arena, i, radius(npcs, i));
        attack(state, i);
      }
    }
    separate(state);
  }

  private static void revive(BattleState state, int npc) {
    Npcs npcs = state.npcs;
    if (state.tick >= npcs.respawnAtTick[npc]) {
      npcs.health[npc] = npcs.kind[npc].maxHealth();
      npcs.target[npc] = Npcs.NO_TARGET;
      npcs.place(npc, npcs.homeX[npc], npcs.homeY[npc]);
    }
  }

  private static void think(BattleState state, int npc) {
    Npcs npcs = state.npcs;
    if ((state.tick + npc) % state.rules.ticks(THINK_MILLIS) == 0) {
      npcs.target[npc] = nearestInSight(state, npc);
    }
    int target = npcs.target[npc];
    if (target != Npcs.NO_TARGET && !state.fighters.isAlive(target)) {
      npcs.target[npc] = Npcs.NO_TARGET;
    }
  }

  private static int nearestInSight(BattleState state, int npc) {
    Npcs npcs = state.npcs;
    Fighters fighters = state.fighters;
    int best = Npcs.NO_TARGET;
    long nearest = Long.MAX_VALUE;
    for (int i = 0; i < fighters.count(); i++) {
      if (fighters.team[i] == npcs.team[npc] || !fighters.isAlive(i)) {
        continue;
      }
      long distance = Fixed.squared(fighters.x[i] - npcs.x[npc], fighters.y[i] - npcs.y[npc]);
      if (distance < nearest
          && state.arena.seesFixed(npcs.x[npc], npcs.y[npc], fighters.x[i], fighters.y[i])) {
        nearest = distance;
        best = i;
      }
    }
    return best;
  }

  private static void steer(BattleState state, int npc) {
    Npcs npcs = state.npcs;
    int target = npcs.target[npc];
    if (target == Npcs.NO_TARGET) {
      go(state, npc, npcs.homeX[npc], npcs.homeY[npc], ARRIVED);
    } else {
      int keepsAway = npcs.kind[npc].keepsAway();
      go(state, npc, state.fighters.x[target], state.fighters.y[target], keepsAway);
    }
  }

  private static void go(BattleState state, int npc, int goalX, int goalY, int nearEnough) {
    Npcs npcs = state.npcs;
    int dx = goalX - npcs.x[npc];
    int dy = goalY - npcs.y[npc];
    int distance = Fixed.length(dx, dy);
    int speed = distance > nearEnough ? state.rules.perTick(npcs.kind[npc].speed()) : 0;
    npcs.velocityX[npc] = (int) ((long) dx * speed / Math.max(1, distance));
    npcs.velocityY[npc] = (int) ((long) dy * speed / Math.max(1, distance));
  }

  private static void attack(BattleState state, int npc) {
    Npcs npcs = state.npcs;
    int target = npcs.target[npc];
    if (target == Npcs.NO_TARGET
        || state.tick < npcs.reloadedAtTick[npc]
        || npcs.projectiles[npc] == Npcs.MAX_PROJECTILES_EACH) {
      return;
    }
    Weapon weapon = npcs.kind[npc].weapon();
    int dx = state.fighters.x[target] - npcs.x[npc];
    int dy = state.fighters.y[target] - npcs.y[npc];
    int spread = state.random.between(-2 * weapon.spread(), 2 * weapon.spread());
    int direction = (Angles.of(dx, dy) + spread) & (Angles.TURN - 1);
    npcs.reloadedAtTick[npc] = state.tick + state.rules.ticks(npcs.kind[npc].reloadMillis());
    npcs.projectiles[npc]++;
    state.projectiles.add(
        weapon,
        BattleState.FIRST_NPC_OWNER + npc,
        npcs.team[npc],
        npcs.x[npc],
        npcs.y[npc],
        direction,
        state.tick + weapon.flightTicks(state.rules));
  }

  /** Moves NPCs apart, the later one, and fighters out of the way of NPCs. */
  private static void separate(BattleState state) {
    Npcs npcs = state.npcs;
    for (int i = 0; i < npcs.count(); i++) {
      if (!npcs.isAlive(i)) {
        continue;
      }
      for (int j = i + 1; j < npcs.count(); j++) {
        if (npcs.isAlive(j)) {
          Collisions.pushAway(state.arena, npcs, i, radius(npcs, i), npcs, j, radius(npcs, j));
        }
      }
      for (int j = 0; j < state.fighters.count(); j++) {
        if (state.fighters.isAlive(j)) {
          Collisions.pushAway(
              state.arena, npcs, i, radius(npcs, i), state.fighters, j, BattleRules.RADIUS);
        }
      }
    }
  }

  private static int radius(Npcs npcs, int npc) {
    return npcs.kind[npc].radius();
  }
}
