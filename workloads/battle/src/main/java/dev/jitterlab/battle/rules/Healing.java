package dev.jitterlab.battle.rules;

import java.util.Arrays;

/**
 * Gives health back: packs that lie in the arena, and rest for whoever was not hurt for a while and
 * is out of every enemy's sight.
 */
final class Healing {
  private Healing() {}

  static void step(BattleState state) {
    pickUp(state);
    look(state);
    Fighters fighters = state.fighters;
    int restTicks = state.rules.restTicksBeforeHealing();
    for (int i = 0; i < fighters.count(); i++) {
      if (fighters.isAlive(i)
          && !state.seen[i]
          && state.tick - fighters.hurtAtTick[i] >= restTicks
          && state.tick % state.rules.ticksPerHealedPoint() == 0) {
        heal(fighters, i, 1);
      }
    }
  }

  private static void heal(Fighters fighters, int fighter, int points) {
    fighters.health[fighter] = Math.min(BattleRules.MAX_HEALTH, fighters.health[fighter] + points);
  }

  private static void pickUp(BattleState state) {
    Fighters fighters = state.fighters;
    for (int pack = 0; pack < Arena.PACKS; pack++) {
      if (state.tick < state.packBackAtTick[pack]) {
        continue;
      }
      int x = Fixed.ofUnits(state.arena.packX(pack));
      int y = Fixed.ofUnits(state.arena.packY(pack));
      for (int i = 0; i < fighters.count(); i++) {
        if (fighters.isAlive(i)
            && fighters.health[i] < BattleRules.MAX_HEALTH
            && Fixed.squared(fighters.x[i] - x, fighters.y[i] - y)
                <= (long) BattleRules.PACK_REACH * BattleRules.PACK_REACH) {
          heal(fighters, i, BattleRules.PACK_HEALTH);
          state.packBackAtTick[pack] = state.tick + state.rules.packTicks();
          break;
        }
      }
    }
  }

  /** Finds out who is seen by an enemy among the players; sight is mutual. */
  private static void look(BattleState state) {
    Fighters fighters = state.fighters;
    boolean[] seen = state.seen;
    Arrays.fill(seen, false);
    for (int i = 0; i < fighters.count(); i++) {
      for (int j = i + 1; j < fighters.count(); j++) {
        if (fighters.isAlive(i)
            && fighters.isAlive(j)
            && fighters.team[i] != fighters.team[j]
            && state.arena.seesFixed(fighters.x[i], fighters.y[i], fighters.x[j], fighters.y[j])) {
          seen[i] = true;
          seen[j] = true;
        }
      }
    }
  }
}
