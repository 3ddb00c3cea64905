package dev.jitterlab.battle.server;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.jitterlab.battle.protocol.ServerPacket;
import dev.jitterlab.battle.rules.Battle;
import dev.jitterlab.battle.session.ClientSession;
import dev.jitterlab.battle.session.ClientSession.Receipt;
import dev.jitterlab.battle.session.Grant;
import dev.jitterlab.battle.session.Offence;
import dev.jitterlab.battle.session.Refusal;
import java.io.IOException;
import org.junit.jupiter.api.Test;

/** Who gets a session and a place, keeps it, loses it, and gets it back. */
class SessionsTest extends ServerFixture {
  @Test
  void refusesPlayersWhenItIsFull() throws Exception {
    GameServer server = start(new GameServer.Options(), 60, 1, Battle::new);
    joined(server);
    assertRefused(Refusal.FULL, player(server), TestPlayer.grant(2, 60));
  }

  @Test
  void refusesATokenThatHasExpiredOrWasUsedElsewhere() throws Exception {
    GameServer server = start(new GameServer.Options(), 60, 100, Battle::new);
    assertRefused(Refusal.EXPIRED, player(server), TestPlayer.grant(1, -10));
    Grant grant = TestPlayer.grant(1, 60);
    TestPlayer owner = player(server);
    TestPlayer thief = player(server);
    joinWith(grant, owner);
    assertRefused(Refusal.TOKEN_USED, thief, grant);
    joinWith(grant, owner); // from the same address it may be used again
  }

  @Test
  void letsALeaverReturnToTheSamePlaceInTheBattle() throws Exception {
    GameServer server = start(new GameServer.Options(), 60, 3, 100, Battle::new);
    TestPlayer one = joined(server);
    joined(server);
    TestPlayer leaver = joined(server);
    leaver.await(ServerPacket.Type.STATE);
    leaver.sendLeave();
    do {
      one.await(ServerPacket.Type.STATE);
    } while (!one.state().isGone(2));
    assertEquals(2, metric(server, "jitterlab_players"));
    leaver.join();
    do {
      leaver.await(ServerPacket.Type.STATE);
    } while (leaver.state().isGone(2));
    assertEquals(2, leaver.state().you());
    assertEquals(1, leaver.packet.battle());
    assertEquals(3, metric(server, "jitterlab_players"));
    assertEquals(1, metric(server, "jitterlab_joins_total{outcome=\"returned\"}"));
  }

  @Test
  void givesAPlayerWithANewAddressHisOldPlace() throws Exception {
    GameServer server = start(new GameServer.Options(), 60, 2, 100, Battle::new);
    joined(server);
    TestPlayer mover = new TestPlayer(server.udpAddress(), 77);
    opened.add(mover);
    mover.join();
    mover.await(ServerPacket.Type.STATE);
    TestPlayer moved = new TestPlayer(server.udpAddress(), 77);
    opened.add(moved);
    moved.join();
    moved.receive(ServerPacket.Type.STATE);
    assertEquals(mover.state().you(), moved.state().you());
    assertEquals(2, metric(server, "jitterlab_players"));
  }

  /** Also not by one with a valid token of his own, at the same address and port. */
  @Test
  void nobodyElseEndsASessionByOpeningAnotherAtItsAddress() throws Exception {
    GameServer server = start(new GameServer.Options(), 60, 3, 100, Battle::new);
    TestPlayer owner = joined(server);
    ClientSession his = owner.session();
    assertRefused(Refusal.ADDRESS_TAKEN, owner, TestPlayer.grant(5, 60));
    owner.resume(his);
    owner.sendJoin();
    owner.receive(ServerPacket.Type.QUEUED);
  }

  @Test
  void kicksWhoIgnoresWarningsTellsHimAndRefusesHim() throws Exception {
    GameServer server = start(new GameServer.Options(), 60, 3, 100, Battle::new);
    TestPlayer cheat = new TestPlayer(server.udpAddress(), 66);
    opened.add(cheat);
    cheat.join();
    cheat.receive(ServerPacket.Type.QUEUED);
    joined(server);
    joined(server);
    cheat.await(ServerPacket.Type.STATE);
    for (int i = 0; i < 49; i++) {
      cheat.sendInput(1, -1);
    }
    cheat.await(ServerPacket.Type.WARNED);
    assertEquals(Offence.FUTURE_TICK.code(), cheat.packet.reason());
    cheat.sendInput(1, -1);
    cheat.await(ServerPacket.Type.KICKED);
    assertEquals(Offence.FUTURE_TICK.code(), cheat.packet.reason());
    assertRefused(Refusal.KICKED, player(server), TestPlayer.grant(66, 60));
    assertEquals(
        1, metric(server, "jitterlab_penalties_total{penalty=\"kick\",reason=\"future-tick\"}"));
  }

  private static void joinWith(Grant grant, TestPlayer player) throws IOException {
    player.request(grant);
    assertEquals(Receipt.CHALLENGED, player.receiveDatagram());
    player.sendJoin();
    player.receive(ServerPacket.Type.QUEUED);
  }

  private static void assertRefused(Refusal why, TestPlayer player, Grant grant)
      throws IOException {
    player.request(grant);
    assertEquals(Receipt.REFUSED, player.receiveDatagram());
    assertEquals(why, player.session().refusal());
  }
}
