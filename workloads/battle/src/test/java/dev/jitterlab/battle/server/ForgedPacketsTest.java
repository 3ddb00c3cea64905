package dev.jitterlab.battle.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jitterlab.battle.protocol.PackedInput;
import dev.jitterlab.battle.rules.DeterministicRandom;
import dev.jitterlab.battle.session.Datagram;
import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;

/** What forged packets cost, counted in decryptions, and what they cost their victim. */
class ForgedPacketsTest {
  private static final int PLAYERS = 2;
  private static final int VICTIM = 0;
  private static final int OTHER = 1;
  private static final int STRANGER = PLAYERS;
  private static final int BATTLE = 1;
  private static final int TICKS = 400; // twice the ten seconds after which a silent session ends
  private static final int FORGED_A_TICK = 500;

  /** By then the session has lost as many decryptions as it may at once. */
  private static final int FLOODED_FROM = 21;

  private static final int FORGED = TICKS * FORGED_A_TICK;
  private static final long INPUT = PackedInput.of(127, 0, 0, 0, 0);

  private final DeterministicRandom random = new DeterministicRandom(1);

  private byte[] forged(int sequence) {
    byte[] packet = new byte[Datagram.SEALED_OVERHEAD_BYTES + 30];
    for (int i = 0; i < packet.length; i++) {
      packet[i] = (byte) random.nextInt(256);
    }
    ByteBuffer.wrap(packet).put((byte) Datagram.SEALED).putInt(sequence);
    return packet;
  }

  @Test
  void whoHasNoSessionCausesNoDecryption() {
    try (OfflineServer server = new OfflineServer(PLAYERS)) {
      for (int i = 1; i <= 1_000; i++) {
        server.deliver(STRANGER, forged(i));
        server.deliver(STRANGER, server.recorded(random));
      }
      assertEquals(0, server.packets(PacketOutcome.FORGED));
      assertTrue(server.packets(PacketOutcome.UNKNOWN_SENDER) >= 1_000);
    }
  }

  @Test
  void replayedPacketsAndBlindGuessesCauseNoDecryption() {
    try (OfflineServer server = new OfflineServer(PLAYERS)) {
      server.play(VICTIM, BATTLE, INPUT);
      byte[] genuine = forged(1);
      for (int i = 0; i < 1_000; i++) {
        server.deliver(VICTIM, genuine);
        server.deliver(VICTIM, forged(random.between(100_000, Integer.MAX_VALUE)));
      }
      assertEquals(1_000, server.packets(PacketOutcome.REPLAYED));
      assertEquals(1_000, server.packets(PacketOutcome.IMPLAUSIBLE));
      assertEquals(0, server.packets(PacketOutcome.FORGED));
    }
  }

  /** The attacker sends from the victim's address, and knows which sequence comes next. */
  @Test
  void aFloodInSomebodysNameIsBoundedAndLocksNobodyOut() {
    try (OfflineServer server = new OfflineServer(PLAYERS)) {
      long acceptedWhileUnquestioned = 0;
      for (int tick = 1; tick <= TICKS; tick++) {
        if (tick == FLOODED_FROM) {
          acceptedWhileUnquestioned = server.packets(PacketOutcome.ACCEPTED);
        }
        for (int i = 0; i < FORGED_A_TICK / 2; i++) {
          server.deliver(VICTIM, forged(tick));
        }
        server.play(VICTIM, BATTLE, INPUT);
        server.play(OTHER, BATTLE, INPUT);
        for (int i = 0; i < FORGED_A_TICK / 2; i++) {
          server.deliver(VICTIM, forged(tick + 1));
        }
        server.tick();
        server.passAndHear(0); // ends sessions that are silent
      }
      long decryptions = server.packets(PacketOutcome.FORGED);
      assertTrue(decryptions <= 21_000 + FORGED / 16 + 1_000, decryptions + " decryptions");
      // The other lost none.
      long ofTheVictim =
          server.packets(PacketOutcome.ACCEPTED)
              - acceptedWhileUnquestioned
              - (TICKS - FLOODED_FROM + 1);
      // One in 16 of 380 is 24: more than once a second, as the draws of this seed have it.
      assertTrue(ofTheVictim >= TICKS / 20, ofTheVictim + " of the victim's packets are heard");
      assertEquals(0, server.packets(PacketOutcome.UNKNOWN_SENDER), "keeps his session");
      assertEquals(0, server.errors());
    }
  }
}
