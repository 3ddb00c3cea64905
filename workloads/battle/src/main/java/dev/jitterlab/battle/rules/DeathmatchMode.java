package dev.jitterlab.battle.rules;

/** Everyone against everyone until somebody has enough kills. */
final class DeathmatchMode extends ModeRules {
  @Override
  BattleEnding ending(BattleState state) {
    Fighters fighters = state.fighters;
    for (int i = 0; i < fighters.count(); i++) {
      if (fighters.kills[i] >= state.rules.scoreLimit()) {
        return BattleEnding.SCORE;
      }
    }
    return null;
  }

  @Override
  int winner(BattleState state, BattleEnding ending) {
    return state.fighters.leader();
  }
}
