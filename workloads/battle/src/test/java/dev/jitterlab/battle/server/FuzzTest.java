package dev.jitterlab.battle.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jitterlab.battle.protocol.PackedInput;
import dev.jitterlab.battle.rules.Battle;
import dev.jitterlab.battle.rules.BattleInputs;
import dev.jitterlab.battle.rules.DeterministicRandom;
import org.junit.jupiter.api.Test;

/**
 * Mutations of valid datagrams against the whole server short of the socket: no exception, and a
 * battle in the same state as one that was left alone. {@code -Dfuzz.packets=10000000} for longer.
 */
class FuzzTest {
  private static final int PACKETS = Integer.getInteger("fuzz.packets", 50_000);
  private static final int PACKETS_A_TICK = 50;
  private static final int PLAYERS = 2;
  private static final int BATTLE = 1;

  private final DeterministicRandom random = new DeterministicRandom(Long.getLong("fuzz.seed", 1));

  @Test
  void damagedAndRepeatedDatagramsChangeNoBattle() throws Exception {
    try (OfflineServer server = new OfflineServer(PLAYERS)) {
      DeterministicRandom play = new DeterministicRandom(2);
      BattleInputs undisturbed = new BattleInputs();
      Battle control = OfflineServer.battle(PLAYERS);
      for (int sent = 0; sent < PACKETS; sent += PACKETS_A_TICK) {
        undisturbed.nextTick();
        for (int player = 0; player < PLAYERS; player++) {
          int move = play.between(-127, 127);
          int aim = play.nextInt(65_536);
          int buttons = play.nextInt(4);
          server.play(player, BATTLE, PackedInput.of(move, -move, aim, buttons, 0));
          undisturbed.add(player, move, -move, aim, buttons);
        }
        for (int i = 0; i < PACKETS_A_TICK; i++) {
          server.deliver(random.nextInt(PLAYERS + 1), mutated(server.recorded(random)));
        }
        server.tick();
        control.step(undisturbed);
        assertEquals(control.stateHash(), server.game().stateHash());
      }
      assertEquals(0, server.errors());
      assertTrue(server.game().tick() >= PACKETS / PACKETS_A_TICK);
    }
  }

  private byte[] mutated(byte[] original) {
    byte[] bytes = original.clone();
    if (random.nextInt(8) == 0) {
      return bytes; // only repeated
    }
    if (random.nextInt(4) == 0) {
      byte[] resized = new byte[1 + random.nextInt(300)];
      System.arraycopy(bytes, 0, resized, 0, Math.min(bytes.length, resized.length));
      bytes = resized;
    }
    for (int flips = random.between(1, 4); flips > 0; flips--) {
      bytes[random.nextInt(bytes.length)] ^= (byte) (1 + random.nextInt(255));
    }
    return bytes;
  }
}
