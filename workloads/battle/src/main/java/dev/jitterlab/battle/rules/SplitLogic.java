package dev.jitterlab.battle.rules;

/** A tick in small methods; what the mode adds is behind {@link ModeRules}. */
final class SplitLogic {
  private SplitLogic() {}

  static BattleEnding step(BattleState state, BattleInputs inputs) {
    Spawning.step(state);
    NpcMinds.step(state);
    Movement.step(state, inputs);
    if (state.isPhysicsTick()) {
      Physics.step(state);
    }
    Gunnery.step(state, inputs);
    Healing.step(state);
    state.modeRules.step(state);
    return findEnding(state);
  }

  private static BattleEnding findEnding(BattleState state) {
    BattleEnding reached = state.modeRules.ending(state);
    if (reached != null) {
      return reached;
    }
    if (state.modeRules.isDeserted(state)) {
      return BattleEnding.DESERTED;
    }
    return state.tick >= state.rules.timeLimitTicks() ? BattleEnding.TIME : null;
  }
}
