package dev.jitterlab.battle.recording;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jitterlab.battle.rules.Battle;
import dev.jitterlab.battle.rules.BattleInputs;
import dev.jitterlab.battle.rules.BattleRules;
import dev.jitterlab.battle.rules.DeterministicRandom;
import dev.jitterlab.battle.rules.GameMode;
import dev.jitterlab.battle.rules.Logic;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class BattleReplayTest {
  @ParameterizedTest
  @EnumSource(GameMode.class)
  void replaysARecordedBattleToTheSameState(GameMode mode) throws IOException {
    byte[] recording = record(mode);
    for (Logic logic : Logic.values()) {
      BattleReplay replay = replay(recording, logic);
      assertTrue(replay.isFaithful());
      assertEquals(mode, replay.battle().mode());
      assertTrue(replay.battle().tick() > 100);
    }
  }

  @Test
  void noticesAnotherState() throws IOException {
    byte[] recording = record(GameMode.BOSS);
    recording[24] ^= 1; // the seed
    assertFalse(replay(recording, Logic.SPLIT).isFaithful());
  }

  @Test
  void refusesWhatIsNoRecording() throws IOException {
    byte[] recording = record(GameMode.COLLECT);
    byte[] cut = Arrays.copyOf(recording, recording.length - 3);
    assertThrows(IOException.class, () -> replay(cut, Logic.SPLIT));
    recording[4] = 99; // the mode
    assertThrows(IOException.class, () -> replay(recording, Logic.SPLIT));
    recording[3] = '1';
    IOException other = assertThrows(IOException.class, () -> replay(recording, Logic.SPLIT));
    assertTrue(other.getMessage().contains("version 1"), other.getMessage());
    recording[0] = 0;
    assertThrows(IOException.class, () -> replay(recording, Logic.SPLIT));
  }

  private static BattleReplay replay(byte[] recording, Logic logic) throws IOException {
    return new BattleReplay(
        new DataInputStream(new ByteArrayInputStream(recording)), logic, battle -> {});
  }

  private static byte[] record(GameMode mode) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    BattleRules rules = new BattleRules(20, 600, 100).physicsEvery(2);
    Battle battle = new Battle(mode, Logic.SPLIT, rules, 10, 7);
    BattleRecorder recorder = new BattleRecorder(new DataOutputStream(bytes), battle, 7);
    DeterministicRandom random = new DeterministicRandom(3);
    BattleInputs inputs = new BattleInputs();
    while (battle.ending() == null) {
      inputs.nextTick();
      if (battle.tick() == 50) {
        battle.leave(4);
      } else if (battle.tick() == 90) {
        battle.rejoin(4);
      }
      int player = random.nextInt(10);
      int move = random.between(-127, 127);
      int aim = random.nextInt(65_536);
      inputs.add(player, move, -move, aim, random.nextInt(4), random.nextInt(65_536));
      recorder.beforeStep(inputs);
      battle.step(inputs);
    }
    recorder.end();
    return bytes.toByteArray();
  }
}
