package dev.jitterlab.battle.recording;

import dev.jitterlab.battle.rules.BattleInputs;

/** A recording that is made while a battle is played, on the threads that play it. */
public interface BattleRecording {
  /** Records nothing. */
  BattleRecording NONE = new BattleRecording() {};

  /** Takes down what the next step is given; to be called right before it. Never blocks. */
  default void beforeStep(BattleInputs inputs) {}

  /** Ends the recording with the state that the battle has now. */
  default void end() {}
}
