package dev.jitterlab.battle.rules;

import dev.jitterlab.battle.Labelled;

/**
 * The two forms that the logic of a tick exists in. They give the same state for the same inputs,
 * tick by tick, and differ only in what the JIT compiler makes of them (thesis, section 6.1).
 */
public enum Logic implements Labelled {
  /** One long method that branches on the mode of the game, as the thesis found it. */
  MONOLITH,
  /** Small methods and one class per mode, the thesis's cure. */
  SPLIT;

  /**
   * Returns the form of that label.
   *
   * @throws IllegalArgumentException if there is none
   */
  public static Logic labelled(String label) {
    return Labelled.labelled(Logic.class, label, "no logic '%s'; there are monolith and split");
  }

  /** Plays one tick, whose number the caller has counted up. Returns null unless it is the last. */
  BattleEnding step(BattleState state, BattleInputs inputs) {
    state.fighters.startTick();
    inputs.orderPresses(state.fighters.count());
    switch (this) {
      case MONOLITH:
        return MonolithLogic.step(state, inputs);
      case SPLIT:
        return SplitLogic.step(state, inputs);
    }
    throw new AssertionError(this);
  }
}
