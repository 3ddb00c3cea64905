package dev.jitterlab.battle.bot;

import dev.jitterlab.battle.protocol.Snapshot;
import dev.jitterlab.battle.rules.BattleRules;
import dev.jitterlab.battle.rules.GameMode;

/** Who fights whom, from a player's point of view. */
final class Sides {
  private Sides() {}

  static int yourTeam(Snapshot seen) {
    return seen.mode().teamOf(seen.you());
  }

  static boolean isEnemy(Snapshot seen, int player) {
    return seen.mode().teamOf(player) != yourTeam(seen);
  }

  /** Returns whether the NPCs fight against the player: the sentries are on team 1. */
  static boolean areNpcsEnemies(Snapshot seen) {
    return seen.mode() == GameMode.BOSS || yourTeam(seen) == 0;
  }

  static boolean isFromEnemy(Snapshot seen, int projectile) {
    int owner = seen.projectileOwner(projectile);
    return owner < BattleRules.MAX_PLAYERS ? isEnemy(seen, owner) : areNpcsEnemies(seen);
  }

  static long squared(int dx, int dy) {
    return (long) dx * dx + (long) dy * dy;
  }
}
