package dev.jitterlab.battle.rules;

import dev.jitterlab.battle.Labelled;

/** What a battle is about; the rules of each are in docs/battle-rules.md. */
public enum GameMode implements Labelled {
  /** Everyone against everyone, with respawn, until somebody has enough kills. */
  DEATHMATCH(0),
  /** Everyone against everyone, one life each, in a safe circle that shrinks. */
  LAST_STANDING(1),
  /** Two teams collect crystals; who holds most of them for long enough wins. */
  COLLECT(2),
  /** Team 0 moves a cart along its path, team 1 and its sentries stop it. */
  ESCORT(3),
  /** All together against a boss, its minions and their own lives, among boulders. */
  BOSS(4);

  /** The team of nobody, as the protocol has it: no side has won, or none holds anything. */
  public static final int NO_TEAM = 255;

  /** The team of the boss and its minions. */
  static final int BOSS_TEAM = BattleRules.MAX_PLAYERS;

  private final int code;

  GameMode(int code) {
    this.code = code;
  }

  /** Returns the number of the mode, as the protocol has it. */
  public int code() {
    return code;
  }

  /** Returns the team of a player. Where everyone fights everyone, it is the player's number. */
  public int teamOf(int player) {
    switch (this) {
      case DEATHMATCH:
      case LAST_STANDING:
        return player;
      case COLLECT:
      case ESCORT:
        return player & 1;
      case BOSS:
        return 0;
    }
    throw new AssertionError(this);
  }

  /** Returns whether a player who has left has anything to come back for. */
  public boolean letsReturn() {
    return this != LAST_STANDING;
  }

  /**
   * Returns the mode of that label.
   *
   * @throws IllegalArgumentException if there is none
   */
  public static GameMode labelled(String label) {
    return Labelled.labelled(GameMode.class, label, "no game mode '%s'; there are %s");
  }
}
