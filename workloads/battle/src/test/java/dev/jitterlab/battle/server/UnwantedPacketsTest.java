package dev.jitterlab.battle.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jitterlab.battle.hostile.Flood;
import dev.jitterlab.battle.hostile.HostileKind;
import dev.jitterlab.battle.protocol.ServerPacket;
import dev.jitterlab.battle.rules.Battle;
import dev.jitterlab.battle.rules.DeterministicRandom;
import dev.jitterlab.battle.session.Datagram;
import dev.jitterlab.tick.NanoClock;
import java.io.IOException;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** What is damaged, lost, repeated, forged or too much does no harm to a battle. */
class UnwantedPacketsTest extends ServerFixture {
  private GameServer server;
  private TestPlayer one;
  private TestPlayer other;

  @BeforeEach
  void twoPlay() throws IOException {
    server = start(new GameServer.Options(), 60, 100, Battle::new);
    one = joined(server);
    other = joined(server);
    one.await(ServerPacket.Type.STATE);
  }

  @Test
  void ignoresGarbageAndPlaysOn() throws Exception {
    TestPlayer stranger = player(server);
    DeterministicRandom random = new DeterministicRandom(5);
    for (int i = 0; i < 5_000; i++) {
      byte[] garbage = new byte[random.nextInt(1_400)];
      for (int j = 0; j < garbage.length; j++) {
        garbage[j] = (byte) random.nextLong();
      }
      (i % 2 == 0 ? stranger : one).sendRaw(garbage);
      garbage = Arrays.copyOf(garbage, 60);
      garbage[0] = Datagram.SEALED;
      stranger.sendRaw(garbage);
    }
    one.playUntilAcknowledged(1);
    // The first that the stranger ever hears is the answer to its JOIN.
    stranger.join();
    assertTrue(metric(server, "jitterlab_packets_total{outcome=\"malformed\"}") > 0);
    assertTrue(metric(server, "jitterlab_packets_total{outcome=\"unknown-sender\"}") > 0);
    assertEquals(0, metric(server, "jitterlab_network_errors_total"));
  }

  @Test
  void limitsWhatOnePlayerMaySend() throws Exception {
    for (int i = 0; i < 1_000; i++) {
      other.sendInput(1);
    }
    one.playUntilAcknowledged(1);
    assertTrue(metric(server, "jitterlab_packets_total{outcome=\"rate-limited\"}") > 0);
    assertTrue(metric(server, "jitterlab_inputs_total{outcome=\"overflow\"}") > 0);
  }

  @Test
  void losesNoInputWhenEverySecondPacketIsLost() throws Exception {
    for (int i = 0; i < 20; i++) {
      one.loseInput(1);
      one.awaitAck(one.sendInput(1));
      assertEquals(1, one.packet.ackBits() & 1);
    }
    assertEquals(20, metric(server, "jitterlab_inputs_total{outcome=\"accepted\"}"));
    assertEquals(20, metric(server, "jitterlab_inputs_total{outcome=\"recovered\"}"));
  }

  @Test
  void takesARecordedPacketOnlyOnce() throws Exception {
    byte[] recorded = one.sendCopiedInput(1);
    TestPlayer elsewhere = player(server);
    for (int i = 0; i < 10; i++) {
      one.sendRaw(recorded);
      elsewhere.sendRaw(recorded);
    }
    byte[] forged = recorded.clone();
    forged[3] = 1; // a later sequence
    one.sendRaw(forged);
    forged[1] = 1; // much later
    one.sendRaw(forged);
    one.awaitAck(one.sendInput(1));
    assertEquals(2, metric(server, "jitterlab_inputs_total{outcome=\"accepted\"}"));
    assertEquals(10, metric(server, "jitterlab_packets_total{outcome=\"replayed\"}"));
    assertEquals(10, metric(server, "jitterlab_packets_total{outcome=\"unknown-sender\"}"));
    assertEquals(1, metric(server, "jitterlab_packets_total{outcome=\"forged\"}"));
    assertEquals(1, metric(server, "jitterlab_packets_total{outcome=\"implausible\"}"));
  }

  @ParameterizedTest
  @EnumSource(HostileKind.class)
  void playsOnInAFlood(HostileKind kind) throws Exception {
    AtomicLong nowNs = new AtomicLong();
    NanoClock clock = () -> nowNs.addAndGet(1_000_000); // the flood is as long on a slow machine
    try (Flood flood = Flood.open(server.udpAddress(), kind, 1, clock)) {
      assertTrue(flood.run(20_000, 200_000_000) > 0);
    }
    one.playUntilAcknowledged(1);
    assertEquals(0, metric(server, "jitterlab_network_errors_total"));
    assertEquals(0, metric(server, "jitterlab_ticks_failed_total"));
  }

  @ParameterizedTest
  @CsvSource({"CHURN, too-many-sessions", "INSIDERS, too-many"})
  void kicksEveryAttackerWhoAbusesAToken(HostileKind kind, String reason) throws Exception {
    String kicks = "jitterlab_penalties_total{penalty=\"kick\",reason=\"" + reason + "\"}";
    AtomicLong nowNs = new AtomicLong();
    NanoClock clock = () -> nowNs.addAndGet(1_000_000);
    try (Flood flood = Flood.open(server.udpAddress(), kind, 1, clock)) {
      while (kicksOrNone(kicks) < Flood.SOURCES) {
        assertTrue(flood.run(20_000, 20_000_000) > 0);
      }
    }
    one.playUntilAcknowledged(1);
  }

  private double kicksOrNone(String kicks) throws Exception {
    return metrics(server).contains(kicks) ? metric(server, kicks) : 0;
  }

  @Test
  void dropsInputsThatHaveSeenTheFuture() throws Exception {
    one.sendInput(1, Integer.MAX_VALUE);
    one.sendInput(1, -1);
    one.awaitAck(one.sendInput(1, one.state().tick()));
    assertEquals(2, metric(server, "jitterlab_inputs_total{outcome=\"future\"}"));
  }
}
