package dev.jitterlab.battle.server;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Players who wait for a battle, in the order of their arrival. Event loop only. */
final class Lobby {
  private final int battleSize;
  private final int fewest;
  private final long waitNs;
  private final Map<PlayerSession, Long> sinceNs = new LinkedHashMap<>();

  /**
   * Creates an empty lobby.
   *
   * @param battleSize how many play together
   * @param fewest how many do when one of them has waited for {@code waitNs}
   */
  Lobby(int battleSize, int fewest, long waitNs) {
    this.battleSize = battleSize;
    this.fewest = fewest;
    this.waitNs = waitNs;
  }

  /** Lets a player in; one who is there already keeps his place. */
  void enter(PlayerSession session, long nowNs) {
    sinceNs.putIfAbsent(session, nowNs);
  }

  void leave(PlayerSession session) {
    sinceNs.remove(session);
  }

  int waiting() {
    return sinceNs.size();
  }

  /** Takes out the players of the next battle; an empty list when there is none to start yet. */
  List<PlayerSession> nextBattle(long nowNs) {
    List<PlayerSession> players = new ArrayList<>();
    if (sinceNs.size() >= battleSize || (sinceNs.size() >= fewest && oldestHasWaited(nowNs))) {
      for (PlayerSession session : sinceNs.keySet()) {
        if (players.size() < battleSize) {
          players.add(session);
        }
      }
      sinceNs.keySet().removeAll(players);
    }
    return players;
  }

  private boolean oldestHasWaited(long nowNs) {
    return nowNs - sinceNs.values().iterator().next() >= waitNs;
  }
}
