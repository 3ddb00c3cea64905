package dev.jitterlab.battle.rules;

/** Takes health, and does what a death brings with it. */
final class Damage {
  private Damage() {}

  /** Hurts a fighter; a player who brings the health to 0 gets the kill. */
  static void toFighter(BattleState state, int victim, int attacker, int damage) {
    Fighters fighters = state.fighters;
    if (fighters.isShielded(victim, state.tick)) {
      return;
    }
    fighters.hurtAtTick[victim] = state.tick;
    fighters.health[victim] = Math.max(0, fighters.health[victim] - damage);
    if (fighters.health[victim] == 0) {
      fighters.deaths[victim]++;
      fighters.remainingAtDeath[victim] = state.remaining;
      credit(fighters, attacker);
      fighters.velocityX[victim] = 0;
      fighters.velocityY[victim] = 0;
      fighters.respawnAtTick[victim] = state.tick + state.rules.respawnTicks();
      state.modeRules.fighterDied(state, victim);
    }
  }

  /** Hurts an NPC; one that dies comes back after its time, if it has one. */
  static void toNpc(BattleState state, int npc, int attacker, int damage) {
    Npcs npcs = state.npcs;
    npcs.health[npc] = Math.max(0, npcs.health[npc] - damage);
    if (npcs.health[npc] == 0) {
      credit(state.fighters, attacker);
      int respawnMillis = npcs.kind[npc].respawnMillis();
      npcs.respawnAtTick[npc] =
          respawnMillis == 0 ? Fighters.NEVER : state.tick + state.rules.ticks(respawnMillis);
    }
  }

  private static void credit(Fighters fighters, int attacker) {
    if (attacker < fighters.count()) {
      fighters.kills[attacker]++;
    }
  }
}
