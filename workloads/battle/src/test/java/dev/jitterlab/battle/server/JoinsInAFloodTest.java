package dev.jitterlab.battle.server;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jitterlab.battle.hostile.Flood;
import dev.jitterlab.battle.hostile.HostileKind;
import dev.jitterlab.battle.rules.Battle;
import dev.jitterlab.battle.session.ClientSession;
import dev.jitterlab.battle.session.ConnectTokens;
import dev.jitterlab.battle.session.Grant;
import dev.jitterlab.load.NettyTransport;
import dev.jitterlab.tick.NanoClock;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.security.SecureRandom;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Who is honest gets in while strangers flood the server with forged packets. */
class JoinsInAFloodTest extends ServerFixture {
  private static final int PLAYER = 10;
  private static final int FIRST_OF_TOKEN = 93;
  private static final long SECOND_NS = 1_000_000_000L;

  /** Spoofed addresses: none sends so much that it would be sampled. */
  @Test
  void aResponseIsVerifiedThoughForgedRequestsHaveSpentTheirBudget() throws Exception {
    try (OfflineServer server = new OfflineServer(2)) {
      ClientSession challenged = server.request(server.grant(101), PLAYER);
      Grant unissued =
          new Grant(
              ConnectTokens.STANDALONE_ID,
              Integer.MAX_VALUE,
              new byte[ConnectTokens.SEALED_BYTES],
              new byte[16],
              new byte[16]);
      ByteBuffer request = new ClientSession(unissued, new SecureRandom()).join(0);
      byte[] forged = new byte[request.remaining()];
      request.get(forged);
      for (int i = 0; i < 2 * Handshakes.KIND_PER_SECOND; i++) {
        forged[FIRST_OF_TOKEN] = (byte) i; // tokens differ
        InetAddress spoofed =
            InetAddress.getByAddress(new byte[] {10, 0, (byte) (i >> 8), (byte) i});
        server.deliverFrom(new InetSocketAddress(spoofed, 1_000), forged);
      }
      ClientSession late = server.request(server.grant(102), PLAYER + 1);
      server.step(late, PLAYER + 1);
      assertFalse(late.isOpen(), "the budget of REQUESTs is spent");
      server.step(challenged, PLAYER);
      assertTrue(challenged.isOpen());
    }
  }

  /** The client repeats its RESPONSE for ten seconds, and asks for no other challenge before. */
  @Test
  void aResponseBeyondTheLimitOfReopenedSessionsIsGoodALittleLater() throws Exception {
    try (OfflineServer server = new OfflineServer(2)) {
      int players = Handshakes.REOPENED_PER_SECOND + 1;
      for (int i = 0; i < players; i++) {
        assertTrue(server.open(server.grant(100 + i), PLAYER + i), "first session of " + i);
      }
      for (int i = 0; i < players - 1; i++) {
        assertTrue(server.open(server.grant(100 + i), PLAYER + i), "second session of " + i);
      }
      ClientSession last = server.request(server.grant(100 + players - 1), PLAYER + players - 1);
      server.step(last, PLAYER + players - 1);
      assertFalse(last.isOpen(), "the limit is spent");
      server.pass(SECOND_NS);
      server.step(last, PLAYER + players - 1);
      assertTrue(last.isOpen());
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"NIO", "EPOLL"})
  void letsPlayersInWhileForgedRequestsFlood(NettyTransport transport) throws Exception {
    GameServer.Options options = by(transport);
    options.clock = () -> 0; // no limit recovers: what is left is left for the honest
    GameServer server = start(options, 60, 2, 100, Battle::new);
    AtomicLong nowNs = new AtomicLong();
    NanoClock clock = () -> nowNs.addAndGet(1_000_000);
    try (Flood flood = Flood.open(server.udpAddress(), HostileKind.REQUESTS, 1, clock)) {
      while (metric(server, "jitterlab_packets_total{outcome=\"handshake\"}")
          < 2 * Handshakes.KIND_PER_SECOND) {
        assertTrue(flood.run(Flood.MAX_PER_SECOND, 20_000_000) > 0);
      }
    }
    assertTrue(metric(server, "jitterlab_handshakes_total{outcome=\"rate-limited\"}") > 0);
    player(server).joinAtLast();
  }
}
