package dev.jitterlab.battle.rules;

/** Brings fighters into the arena: of a few free places, the one farthest from everyone alive. */
final class Spawning {
  static final int CANDIDATES = 8;

  private Spawning() {}

  static void step(BattleState state) {
    Fighters fighters = state.fighters;
    for (int i = 0; i < fighters.count(); i++) {
      if (fighters.present[i] && !fighters.isAlive(i) && state.tick >= fighters.respawnAtTick[i]) {
        spawn(state, i);
      }
    }
  }

  private static void spawn(BattleState state, int fighter) {
    // The middle of the map is a corner of cells, hence free in every arena.
    int bestX = Fixed.ofUnits(Arena.SIZE / 2);
    int bestY = bestX;
    long best = -1;
    for (int i = 0; i < CANDIDATES; i++) {
      int x = Fixed.ofUnits(state.random.nextInt(Arena.SIZE));
      int y = Fixed.ofUnits(state.random.nextInt(Arena.SIZE));
      if (state.arena.isFree(x, y, BattleRules.RADIUS)) {
        long distance = nearestSquared(state.fighters, x, y);
        if (distance > best) {
          best = distance;
          bestX = x;
          bestY = y;
        }
      }
    }
    Fighters fighters = state.fighters;
    fighters.place(fighter, bestX, bestY);
    fighters.health[fighter] = BattleRules.MAX_HEALTH;
    fighters.shieldUntilTick[fighter] = state.tick + state.rules.shieldTicks();
  }

  private static long nearestSquared(Fighters fighters, int x, int y) {
    long nearest = Long.MAX_VALUE;
    for (int i = 0; i < fighters.count(); i++) {
      if (fighters.isAlive(i)) {
        nearest = Math.min(nearest, Fixed.squared(fighters.x[i] - x, fighters.y[i] - y));
      }
    }
    return nearest;
  }
}
