package dev.jitterlab.battle.server;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;

class LobbyTest {
  private static final long WAIT_NS = 2_000;

  private final LobbySeats lobby = new LobbySeats(3, 2, WAIT_NS, null);

  @Test
  void startsAFullBattleAtOnceInTheOrderOfArrival() {
    PlayerSession first = enter(1, 0);
    PlayerSession second = enter(2, 0);
    assertEquals(List.of(), lobby.nextBattle(0));
    PlayerSession third = enter(3, 0);
    enter(4, 0);
    assertEquals(List.of(first, second, third), lobby.nextBattle(0));
    assertEquals(1, lobby.waiting(first));
    assertEquals(List.of(), lobby.nextBattle(0));
  }

  @Test
  void startsASmallBattleWhenTheOldestHasWaited() {
    PlayerSession first = enter(1, 0);
    PlayerSession second = enter(2, WAIT_NS / 2);
    lobby.enter(first, WAIT_NS / 2); // asking again does not cost the place
    assertEquals(List.of(), lobby.nextBattle(WAIT_NS - 1));
    assertEquals(List.of(first, second), lobby.nextBattle(WAIT_NS));
  }

  @Test
  void letsNobodyPlayAlone() {
    PlayerSession first = enter(1, 0);
    PlayerSession second = enter(2, 0);
    lobby.leave(second);
    assertEquals(List.of(), lobby.nextBattle(100 * WAIT_NS));
    lobby.leave(first);
    assertEquals(List.of(), lobby.nextBattle(100 * WAIT_NS));
  }

  private PlayerSession enter(int port, long nowNs) {
    PlayerSession session = OfflineSession.at(port, nowNs);
    lobby.enter(session, nowNs);
    return session;
  }
}
