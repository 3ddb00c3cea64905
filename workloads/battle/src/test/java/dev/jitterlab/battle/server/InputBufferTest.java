package dev.jitterlab.battle.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jitterlab.battle.protocol.PackedInput;
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

      assertTrue(buffer.offer(PackedInput.of(move, -move, i * 1_092, i % 4, i), i, 1_000L * i));
      BattleInputs drained = new BattleInputs();
      int tick = i;
      buffer.drainTo(
          (player, input, seen, receivedNs) -> {
            assertEquals(tick, PackedInput.at(input));
            assertEquals(tick, seen);
            assertEquals(1_000L * tick, receivedNs);
            drained.add(
                player,
                PackedInput.moveX(input),
                PackedInput.moveY(input),
                PackedInput.aim(input),
                PackedInput.buttons(input));
          },
          1);
      buffered.step(drained);
      assertEquals(direct.stateHash(), buffered.stateHash());
    }
  }

  @Test
  void takesNoMoreThanItsCapacity() {
    for (int i = 0; i < InputBuffer.CAPACITY; i++) {
      assertTrue(buffer.offer(0, 0, 0));
    }
    assertFalse(buffer.offer(0, 0, 0));
    buffer.drainTo((player, input, seen, receivedNs) -> {}, 0);
    assertTrue(buffer.offer(0, 0, 0));
  }

  @Test
  void remembersTheNewestTickThatThePlayerHasSeen() {
    buffer.saw(7);
    buffer.saw(5);
    assertEquals(7, buffer.seen());
    buffer.forgetSeen();
    assertEquals(0, buffer.seen());
  }
}
