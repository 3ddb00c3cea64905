package dev.jitterlab.battle.rules;

/** The rules of two teams: a battle goes on only while both are there. */
abstract class TeamRules extends ModeRules {
  @Override
  boolean isDeserted(BattleState state) {
    return state.fighters.presentOf(0) == 0 || state.fighters.presentOf(1) == 0;
  }

  @Override
  int winner(BattleState state, BattleEnding ending) {
    switch (ending) {
      case DESERTED:
        return teamThatStayed(state.fighters);
      case OBJECTIVE:
      case TIME:
        return winnerByRules(state, ending);
      case SCORE:
      case DEFEAT:
      case FAILED:
        return GameMode.NO_TEAM;
    }
    throw new AssertionError(ending);
  }

  private static int teamThatStayed(Fighters fighters) {
    if (fighters.presentOf(0) > 0) {
      return 0;
    }
    return fighters.presentOf(1) > 0 ? 1 : GameMode.NO_TEAM;
  }

  /** Returns who won a battle that was played to its end. */
  abstract int winnerByRules(BattleState state, BattleEnding ending);
}
