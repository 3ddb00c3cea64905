package dev.jitterlab.battle.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jitterlab.battle.hostile.Flood;
import dev.jitterlab.battle.hostile.HostileKind;
import dev.jitterlab.battle.protocol.ServerPacket;
import dev.jitterlab.battle.rules.Battle;
import dev.jitterlab.battle.rules.DeterministicRandom;
import dev.jitterlab.battle.session.Allowance;
import dev.jitterlab.battle.session.Datagram;
import dev.jitterlab.load.NettyTransport;
import dev.jitterlab.tick.NanoClock;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** What is damaged, lost, repeated, forged or too much does no harm to a battle. */
class UnwantedPacketsTest extends ServerFixture {
  private static final int HONEST = 2;
  private static final int PACKETS_EACH = 100; // a second, and only one passes

  private static final long TURN_NS = 20_000_000;

  private final AtomicLong nowNs = new AtomicLong();
  private GameServer server;
  private TestPlayer one;
  private TestPlayer other;

  @BeforeEach
  void twoPlay() throws IOException {
    twoPlayBy(NettyTransport.best());
  }

  private void twoPlayBy(NettyTransport transport) throws IOException {
    GameServer.Options options = new GameServer.Options();
    options.transport = transport;
    options.clock = nowNs::get; // stands still: no limit recovers, no session is silent for long
    server = start(options, 60, 100, Battle::new);
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
    // One hundred a second, one of which is the JOIN or not; and this second does not end.
    assertEquals(900, metric(server, "jitterlab_packets_total{outcome=\"rate-limited\"}"), 1);
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

  /** Whatever the limits are applied to comes by Java's selector too. */
  @ParameterizedTest
  @EnumSource(names = {"MIXED", "INSIDERS"})
  void playsOnInAFloodByNio(HostileKind kind) throws Exception {
    twoPlayBy(NettyTransport.NIO);
    playsOnInAFlood(kind);
  }

  @ParameterizedTest
  @EnumSource(HostileKind.class)
  void playsOnInAFlood(HostileKind kind) throws Exception {
    AtomicLong floodNs = new AtomicLong();
    NanoClock clock = () -> floodNs.addAndGet(1_000_000); // the flood is as long on a slow machine
    try (Flood flood = Flood.open(server.udpAddress(), kind, 1, clock)) {
      assertTrue(flood.run(20_000, 200_000_000) > 0);
    }
    one.playUntilAcknowledged(1);
    assertEquals(0, metric(server, "jitterlab_network_errors_total"));
    assertEquals(0, metric(server, "jitterlab_ticks_failed_total"));
    double opened = metric(server, "jitterlab_joins_total{outcome=\"queued\"}") - HONEST;
    assertTrue(opened <= queuingAllowed(kind), opened + " times queued by " + kind);
    double accepted = metric(server, "jitterlab_packets_total{outcome=\"accepted\"}");
    assertTrue(accepted <= PACKETS_EACH * (HONEST + attackers(kind)), accepted + " by " + kind);
    for (String outcome : seenAs(kind)) {
      assertTrue(
          metric(server, "jitterlab_packets_total{outcome=\"" + outcome + "\"}") > 0, outcome);
    }
  }

  private static int attackers(HostileKind kind) {
    switch (kind) {
      case GARBAGE:
      case REQUESTS:
        return 0;
      case REPLAYED:
      case FORGED:
      case MIXED:
        return 1; // has a session of its own
      case CHURN:
      case INSIDERS:
        return Flood.SOURCES;
    }
    throw new AssertionError(kind);
  }

  /** A session queues when it begins, and by each genuine JOIN: what is replayed is a JOIN. */
  private static int queuingAllowed(HostileKind kind) {
    return attackers(kind) * (attackers(kind) == 1 ? PACKETS_EACH : Allowance.SESSIONS_AT_ONCE);
  }

  /** What a server that recognises them counts them as. */
  private static List<String> seenAs(HostileKind kind) {
    switch (kind) {
      case GARBAGE:
        return List.of("malformed");
      case REPLAYED:
        return List.of("replayed", "unknown-sender");
      case FORGED:
        return List.of("forged", "unknown-sender");
      case MIXED:
        return List.of("malformed", "replayed", "forged", "handshake");
      case REQUESTS:
      case CHURN:
      case INSIDERS:
        return List.of("handshake");
    }
    throw new AssertionError(kind);
  }

  @ParameterizedTest
  @Timeout(value = 120, unit = TimeUnit.SECONDS)
  @CsvSource({"CHURN, too-many-sessions", "INSIDERS, too-many"})
  void kicksEveryAttackerWhoAbusesAToken(HostileKind kind, String reason) throws Exception {
    String kicks = "jitterlab_penalties_total{penalty=\"kick\",reason=\"" + reason + "\"}";
    AtomicLong floodNs = new AtomicLong();
    NanoClock clock = () -> floodNs.addAndGet(1_000_000);
    try (Flood flood = Flood.open(server.udpAddress(), kind, 1, clock)) {
      while (kicksOrNone(kicks) < Flood.SOURCES) {
        assertTrue(flood.run(20_000, 20_000_000) >= 0);
        one.sendInput(1);
        nowNs.addAndGet(TURN_NS); // a token brings four packets of the handshake a second
      }
    }
    one.playUntilAcknowledged(1);
    double opened = metric(server, "jitterlab_joins_total{outcome=\"queued\"}") - HONEST;
    double seconds = nowNs.get() / 1e9;
    assertTrue(
        opened <= Flood.SOURCES * (Allowance.SESSIONS_AT_ONCE + seconds / 2), opened + " sessions");
    double accepted = metric(server, "jitterlab_packets_total{outcome=\"accepted\"}");
    assertTrue(
        accepted <= PACKETS_EACH * (HONEST + Flood.SOURCES) * (1 + seconds), accepted + " packets");
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
