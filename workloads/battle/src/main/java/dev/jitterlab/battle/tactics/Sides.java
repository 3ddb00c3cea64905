package dev.jitterlab.battle.tactics;

import dev.jitterlab.battle.protocol.State;
import dev.jitterlab.battle.rules.BattleRules;
import dev.jitterlab.battle.rules.GameMode;

/** Who fights whom, from a player's point of view. */
final class Sides {
  private Sides() {}

  static int yourTeam(State seen) {
    return seen.mode().teamOf(seen.you());
  }

  static boolean isEnemy(State seen, int player) {
    return seen.mode().teamOf(player) != yourTeam(seen);
  }

  /** Returns whether the NPCs fight against the player: the sentries are on team 1. */
  static boolean areNpcsEnemies(State seen) {
    return seen.mode() == GameMode.BOSS || yourTeam(seen) == 0;
  }

  static boolean isFromEnemy(State seen, int projectile) {
    int owner = seen.projectiles().owner(projectile);
    return owner < BattleRules.MAX_PLAYERS ? isEnemy(seen, owner) : areNpcsEnemies(seen);
  }

  static long squared(int dx, int dy) {
    return (long) dx * dx + (long) dy * dy;
  }
}
