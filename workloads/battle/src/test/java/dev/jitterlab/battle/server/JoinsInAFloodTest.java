package dev.jitterlab.battle.server;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jitterlab.battle.hostile.Flood;
import dev.jitterlab.battle.hostile.HostileKind;
import dev.jitterlab.battle.rules.Battle;
import dev.jitterlab.tick.NanoClock;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** Who is honest gets in while strangers flood the server with forged packets. */
class JoinsInAFloodTest extends ServerFixture {
  @Test
  void letsPlayersInWhileForgedRequestsFlood() throws Exception {
    GameServer.Options options = new GameServer.Options();
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
