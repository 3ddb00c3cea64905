package dev.jitterlab.battle.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jitterlab.battle.protocol.PackedInput;
import dev.jitterlab.battle.session.Offence;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Warnings and kicks that the network may lose, by a clock that is moved by hand. */
class NoticesTest {
  private static final int CHEAT = 0;
  private static final int KICKED_AT = 50;
  private static final long INPUT = PackedInput.of(127, 0, 0, 0, 0);
  private static final long MS = 1_000_000;

  private final OfflineServer server = new OfflineServer(2);

  @AfterEach
  void end() {
    server.close();
  }

  private void offend(int times) {
    for (int i = 0; i < times; i++) {
      server.play(CHEAT, INPUT, Integer.MAX_VALUE);
    }
  }

  @Test
  void aWarningIsRepeatedMoreAndMoreRarelyUntilItIsConfirmed() {
    offend(5);
    assertEquals(List.of("0 WARNED"), server.passAndHear(0));
    int notice = server.packet().notice();
    assertEquals(List.of(), server.passAndHear(199 * MS));
    assertEquals(List.of("0 WARNED"), server.passAndHear(MS));
    assertEquals(List.of(), server.passAndHear(399 * MS));
    assertEquals(List.of("0 WARNED"), server.passAndHear(MS));
    assertEquals(notice, server.packet().notice());
    assertEquals(Offence.FUTURE_TICK.code(), server.packet().reason());
    server.confirm(CHEAT, notice + 1); // none that was sent
    assertEquals(List.of("0 WARNED"), server.passAndHear(800 * MS));
    server.confirm(CHEAT, notice);
    for (int i = 0; i < 20; i++) {
      assertEquals(List.of(), server.passAndHear(400 * MS));
    }
  }

  @Test
  void aKickIsRepeatedUntilItIsConfirmed() {
    offend(KICKED_AT);
    assertEquals(List.of("0 WARNED", "0 KICKED"), server.passAndHear(0));
    int notice = server.packet().notice();
    assertEquals(List.of("0 KICKED"), server.passAndHear(200 * MS));
    assertEquals(notice, server.packet().notice());
    server.confirm(CHEAT, notice);
    for (int i = 0; i < 20; i++) {
      assertEquals(List.of(), server.passAndHear(400 * MS));
    }
  }

  @Test
  void aKickIsRepeatedNoLongerThanASessionLastsInSilence() {
    offend(KICKED_AT);
    int times = 0;
    for (int i = 0; i < 300; i++) {
      times += server.passAndHear(100 * MS).contains("0 KICKED") ? 1 : 0;
    }
    assertTrue(times > 5 && times < 12, times + " times");
  }

  /**
   * After the kick the server opens a few packets, in which the player may confirm, and no more.
   */
  @Test
  void whoIsKickedCostsNoDecryptionForEachPacketThatHeStillSends() {
    offend(KICKED_AT);
    long acceptedBefore = server.packets(PacketOutcome.ACCEPTED);
    offend(10_000);
    assertEquals(10_000, server.packets(PacketOutcome.UNKNOWN_SENDER));
    server.confirm(CHEAT, 1);
    assertEquals(acceptedBefore, server.packets(PacketOutcome.ACCEPTED), "not even opened");
  }
}
