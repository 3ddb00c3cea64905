package dev.jitterlab.battle.rules;

import java.util.Arrays;
import java.util.stream.Collectors;

/** What a battle is about; the rules of each are in docs/battle-rules.md. */
public enum GameMode {
  /** Everyone against everyone, with respawn, until somebody has enough kills. */
  DEATHMATCH(0, "deathmatch"),
  /** Everyone against everyone, one life each, in a safe circle that shrinks. */
  LAST_STANDING(1, "last-standing"),
  /** Two teams collect crystals; who holds most of them for long enough wins. */
  COLLECT(2, "collect"),
  /** Team 0 moves a cart along its path, team 1 and its sentries stop it. */
  ESCORT(3, "escort"),
  /** All together against a boss, its minions and their own lives, among boulders. */
  BOSS(4, "boss");

  /** The team of nobody, as the protocol has it: no side has won, or none holds anything. */
  public static final int NO_TEAM = 255;

  /** The team of the boss and its minions. */
  static final int BOSS_TEAM = BattleRules.MAX_PLAYERS;

  private final int code;
  private final String label;

  GameMode(int code, String label) {
    this.code = code;
    this.label = label;
  }

  /** Returns the number of the mode, as the protocol has it. */
  public int code() {
    return code;
  }

  /** Returns the name of the mode, as options have it. */
  public String label() {
    return label;
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
    for (GameMode mode : values()) {
      if (mode.label.equals(label)) {
        return mode;
      }
    }
    throw new IllegalArgumentException(
        "no game mode '"
            + label
            + "'; there are "
            + Arrays.stream(values()).map(GameMode::label).collect(Collectors.joining(", ")));
  }
}
