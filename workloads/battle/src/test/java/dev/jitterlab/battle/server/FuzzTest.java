package dev.jitterlab.battle.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jitterlab.battle.protocol.ClientPacket;
import dev.jitterlab.battle.protocol.PackedInput;
import dev.jitterlab.battle.rules.Battle;
import dev.jitterlab.battle.rules.BattleInputs;
import dev.jitterlab.battle.rules.DeterministicRandom;
import dev.jitterlab.battle.session.InsiderClient;
import java.nio.ByteBuffer;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/**
 * Mutations of valid datagrams, and of messages that are then sealed as an insider can, against the
 * whole server short of the socket: no exception, and a battle in the same state as one that got
 * the valid inputs alone. 300,000 packets each, in {@code ./jitterlab check --long} five million;
 * {@code -Dfuzz.packets=100000000} for more.
 */
class FuzzTest {
  private static final int PACKETS =
      Integer.getInteger(
          "fuzz.packets", Boolean.getBoolean("jitterlab.long") ? 5_000_000 : 300_000);
  private static final int PACKETS_A_TICK = 50;
  private static final int MESSAGES_A_TICK = 16;
  private static final int MAX_RESIZED_BYTES = 230; // sealed, no more than the server receives
  private static final int FIRST_NUMBER = 1_000;
  private static final byte LEAVE = 3;

  /** Between two messages: nobody is punished for what he sends so rarely. */
  private static final long NO_OFFENDER_NS = 2_000_000_000L;

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

  @Test
  void authenticMessagesChangeABattleByTheirValidInputsAlone() throws Exception {
    try (OfflineServer server = new OfflineServer(PLAYERS)) {
      Battle control = OfflineServer.battle(PLAYERS);
      BattleInputs valid = new BattleInputs();
      InputBuffer.Sink sink = InputPlacing.off().into(valid);
      ReferencePlayer[] players = new ReferencePlayer[PLAYERS];
      InsiderClient[] insiders = new InsiderClient[PLAYERS];
      for (int player = 0; player < PLAYERS; player++) {
        players[player] = new ReferencePlayer(player, BATTLE, FIRST_NUMBER);
        insiders[player] = server.insider(player, FIRST_NUMBER);
      }
      for (int sent = 0; sent < PACKETS; sent += MESSAGES_A_TICK) {
        valid.nextTick();
        for (int i = 0; i < MESSAGES_A_TICK; i++) {
          int player = random.nextInt(PLAYERS);
          byte[] message = mutated(input(players[player].nextNumber(), control.tick()));
          if (message[0] == LEAVE) {
            continue; // is obeyed
          }
          server.pass(NO_OFFENDER_NS);
          server.deliver(player, insiders[player].seal(message, message.length));
          players[player].receive(message, control.tick(), sink);
        }
        server.tick();
        control.step(valid);
        for (ReferencePlayer player : players) {
          player.ticked();
        }
        assertEquals(control.stateHash(), server.game().stateHash());
      }
      assertEquals(0, server.errors());
      assertTrue(server.game().tick() >= PACKETS / MESSAGES_A_TICK);
      for (ReferencePlayer player : players) {
        assertTrue(player.taken() > PACKETS / 16 && player.refused() > PACKETS / 16);
      }
    }
  }

  private byte[] input(int number, int tick) {
    long[] inputs = new long[ClientPacket.MAX_INPUTS];
    int count = random.between(1, inputs.length);
    for (int i = 0; i < count; i++) {
      inputs[i] =
          PackedInput.of(
              random.between(-127, 127),
              random.between(-127, 127),
              random.nextInt(65_536),
              random.nextInt(4),
              random.nextInt(65_536));
    }
    ByteBuffer out = ByteBuffer.allocate(100);
    ClientPacket.putInput(out, number, BATTLE, random.between(0, tick), inputs, count);
    return Arrays.copyOf(out.array(), out.position());
  }

  private byte[] mutated(byte[] original) {
    byte[] bytes = original.clone();
    if (random.nextInt(8) == 0) {
      return bytes; // only repeated
    }
    if (random.nextInt(4) == 0) {
      byte[] resized = new byte[1 + random.nextInt(MAX_RESIZED_BYTES)];
      System.arraycopy(bytes, 0, resized, 0, Math.min(bytes.length, resized.length));
      bytes = resized;
    }
    for (int flips = random.between(1, 4); flips > 0; flips--) {
      bytes[random.nextInt(bytes.length)] ^= (byte) (1 + random.nextInt(255));
    }
    return bytes;
  }
}
