package dev.jitterlab.battle.server;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.jitterlab.battle.protocol.ServerPacket;
import dev.jitterlab.battle.rules.Battle;
import dev.jitterlab.battle.session.Allowance;
import dev.jitterlab.battle.session.ClientSession.Receipt;
import dev.jitterlab.battle.session.Grant;
import dev.jitterlab.battle.session.Refusal;
import dev.jitterlab.battle.session.TokenLimits;
import java.io.IOException;
import org.junit.jupiter.api.Test;

/** What a player with a valid token may do with it: not open sessions without end. */
class SessionChurnTest extends ServerFixture {
  private static final long PLAYER = 99;
  private static final int KICKED_AT = 5;

  private GameServer server() throws IOException {
    GameServer.Options options = new GameServer.Options();
    options.clock = () -> 0; // no limit recovers while the test runs
    return start(options, 60, 3, 100, Battle::new);
  }

  private static void openSession(TestPlayer player, Grant grant) throws IOException {
    player.request(grant);
    assertEquals(Receipt.CHALLENGED, player.receiveDatagram());
    player.sendJoin();
  }

  @Test
  void endsTheSessionsOfWhoOpensThemWithoutEnd() throws Exception {
    GameServer server = server();
    TestPlayer churner = player(server);
    Grant grant = TestPlayer.grant(PLAYER, 60);
    for (int i = 0; i < Allowance.SESSIONS_AT_ONCE; i++) {
      openSession(churner, grant);
      churner.receive(ServerPacket.Type.QUEUED);
    }
    for (int i = 0; i < KICKED_AT; i++) {
      openSession(churner, grant); // no answer: the session before goes on
    }
    churner.request(grant);
    assertEquals(Receipt.REFUSED, churner.receiveDatagram());
    assertEquals(Refusal.KICKED, churner.session().refusal());
    assertEquals(
        Allowance.SESSIONS_AT_ONCE, metric(server, "jitterlab_joins_total{outcome=\"queued\"}"));
    assertEquals(
        1,
        metric(server, "jitterlab_penalties_total{penalty=\"kick\",reason=\"too-many-sessions\"}"));
  }

  /** Another session of the same player has neither a new limit of packets nor a clean record. */
  @Test
  void countsPacketsAndOffencesAcrossSessions() throws Exception {
    GameServer server = server();
    TestPlayer player = player(server);
    Grant grant = TestPlayer.grant(PLAYER, 60);
    for (int session = 0; session < 2; session++) {
      openSession(player, grant);
      player.receive(ServerPacket.Type.QUEUED);
      for (int i = 0; i < 60; i++) {
        player.sendJoin();
      }
    }
    // 100 packets are allowed a second, and this second does not end.
    TestPlayer witness = joined(server);
    witness.session();
    assertEquals(20, metric(server, "jitterlab_packets_total{outcome=\"rate-limited\"}"));
  }

  /**
   * Verifying costs more than refusing, so a token brings only so many packets that are verified.
   */
  @Test
  void verifiesOnlySoManyHandshakePacketsOfAToken() throws Exception {
    GameServer server = server();
    TestPlayer stranger = player(server);
    Grant grant = TestPlayer.grant(PLAYER, 60);
    stranger.request(grant);
    for (int i = 1; i < 10 * TokenLimits.AT_ONCE; i++) {
      stranger.repeatRequest();
    }
    joined(server); // what was sent before has been received
    assertEquals(
        TokenLimits.AT_ONCE + 1, // and the REQUEST of the one who joined
        metric(server, "jitterlab_handshakes_total{outcome=\"requested\"}"));
  }
}
