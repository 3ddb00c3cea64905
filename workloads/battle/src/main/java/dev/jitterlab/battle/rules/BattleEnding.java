package dev.jitterlab.battle.rules;

import dev.jitterlab.battle.Labelled;

/** How a battle ended. */
public enum BattleEnding implements Labelled {
  /** Somebody reached the score limit. */
  SCORE(0),
  /** The time was over. */
  TIME(1),
  /** Too few players were left. */
  DESERTED(2),
  /** The server gave the battle up because of an error of its own. */
  FAILED(3),
  /** A side reached what the mode is about. */
  OBJECTIVE(4),
  /** The players lost against the game. */
  DEFEAT(5);

  private static final BattleEnding[] ENDINGS = values();

  private final int code;

  BattleEnding(int code) {
    this.code = code;
  }

  /** Returns the ending with that number; {@link #FAILED} for one that is not known. */
  public static BattleEnding ofCode(int code) {
    for (BattleEnding each : ENDINGS) {
      if (each.code == code) {
        return each;
      }
    }
    return FAILED;
  }

  /** Returns the number of the ending, as the protocol has it. */
  public int code() {
    return code;
  }
}
