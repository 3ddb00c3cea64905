package dev.jitterlab.battle.rules;

/**
 * What one mode of the game adds to the rules that all have. Without state of its own. The set-up
 * and what happens between ticks serve both forms of the {@link Logic}; the rest only {@link
 * Logic#SPLIT}.
 */
abstract class ModeRules {
  static ModeRules of(GameMode mode) {
    switch (mode) {
      case DEATHMATCH:
        return new DeathmatchMode();
      case LAST_STANDING:
        return new LastStandingMode();
      case COLLECT:
        return new CollectMode();
      case ESCORT:
        return new EscortMode();
      case BOSS:
        return new BossMode();
    }
    throw new AssertionError(mode);
  }

  /** Puts NPCs, things and the aim into the arena. */
  void setUp(BattleState state) {}

  /** Does what follows when a player leaves, between two ticks. */
  void left(BattleState state, int player) {}

  /** Does what follows a death; the fighter's respawn is set already and may be changed. */
  void fighterDied(BattleState state, int fighter) {}

  /** Plays the mode's part of a tick, after everything else. */
  void step(BattleState state) {}

  /** Returns how the mode's aim was reached or missed; null while it is open. */
  abstract BattleEnding ending(BattleState state);

  /** Returns whether too few are left to go on. */
  boolean isDeserted(BattleState state) {
    return state.fighters.presentCount() < BattleRules.MIN_PLAYERS;
  }

  /** Returns the team that won, or {@link GameMode#NO_TEAM}. */
  abstract int winner(BattleState state, BattleEnding ending);
}
