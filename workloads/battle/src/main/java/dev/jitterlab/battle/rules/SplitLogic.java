package dev.jitterlab.battle.rules;

/** A tick in small methods; what the mode adds is behind {@link ModeRules}. */
final class SplitLogic {
  private SplitLogic() {}

  static Ending step(BattleState state, BattleInputs inputs) {
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

  private static Ending findEnding(BattleState state) {
    Ending reached = state.modeRules.ending(state);
    if (reached != null) {
      return reached;
    }
    if (state.modeRules.isDeserted(state)) {
      return Ending.DESERTED;
    }
    return state.tick >= state.rules.timeLimitTicks() ? Ending.TIME : null;
  }
}
