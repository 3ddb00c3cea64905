package dev.jitterlab.battle.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jitterlab.battle.rules.Battle;
import dev.jitterlab.battle.rules.BattleInputs;
import dev.jitterlab.battle.rules.BattleRules;
import org.junit.jupiter.api.Test;

class InputBufferTest {
  private final InputBuffer buffer = new InputBuffer();

  @Test
  void handsInputsOnUnchanged() {
    Battle direct = new Battle(new BattleRules(20, 100, 100), 2, 1);
    Battle buffered = new Battle(new BattleRules(20, 100, 100), 2, 1);
    BattleInputs inputs = new BattleInputs();
    for (int i = 0; i < 60; i++) {
      int move = i * 4 - 127;
      inputs.nextTick();
      inputs.add(1, move, -move, i * 1_092, i % 4);
      direct.step(inputs);

      assertTrue(buffer.offer(move, -move, i * 1_092, i % 4, -i, 65_535 - i, Long.MIN_VALUE + i));
      BattleInputs drained = new BattleInputs();
      long expected = i;
      buffer.drainTo(
          (moveX, moveY, aim, buttons, seen, at, receivedNs) -> {
            drained.add(1, moveX, moveY, aim, buttons);
            assertEquals(-expected, seen);
            assertEquals(65_535 - expected, at);
            assertEquals(Long.MIN_VALUE + expected, receivedNs);
          });
      buffered.step(drained);
      assertEquals(direct.stateHash(), buffered.stateHash());
    }
  }

  @Test
  void takesNoMoreThanItsCapacity() {
    for (int i = 0; i < InputBuffer.CAPACITY; i++) {
      assertTrue(buffer.offer(0, 0, 0, 0, 0, 0, 0));
    }
    assertFalse(buffer.offer(0, 0, 0, 0, 0, 0, 0));
    buffer.drainTo((moveX, moveY, aim, buttons, seen, at, receivedNs) -> {});
    assertTrue(buffer.offer(0, 0, 0, 0, 0, 0, 0));
  }
}
