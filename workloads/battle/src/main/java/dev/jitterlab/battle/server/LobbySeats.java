package dev.jitterlab.battle.server;

import dev.jitterlab.battle.session.ConnectToken;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The seats of a server that belongs to no cluster: one lobby for all, who wait for a battle in the
 * order of their arrival. Event loop only.
 */
final class LobbySeats implements Seats {
  private static final int FEWEST = 2;

  private final int battleSize;
  private final int fewest;
  private final long waitNs;
  private final BattleHost host;
  private final Map<PlayerSession, Long> sinceNs = new LinkedHashMap<>();

  LobbySeats(ServerSettings settings, BattleHost host) {
    this(
        settings.battleSize,
        settings.filling.isAny() ? 1 : FEWEST,
        ServerSettings.LOBBY_WAIT.toNanos(),
        host);
  }

  /**
   * Creates an empty lobby.
   *
   * @param battleSize how many play together
   * @param fewest how many do when one of them has waited for {@code waitNs}
   */
  LobbySeats(int battleSize, int fewest, long waitNs, BattleHost host) {
    this.battleSize = battleSize;
    this.fewest = fewest;
    this.waitNs = waitNs;
    this.host = host;
  }

  @Override
  public boolean admits(ConnectToken token) {
    return token.battle() == ConnectToken.LOBBY;
  }

  /** Lets a player in; one who is there already keeps his place. */
  @Override
  public void enter(PlayerSession session, long nowNs) {
    sinceNs.putIfAbsent(session, nowNs);
  }

  @Override
  public void leave(PlayerSession session) {
    sinceNs.remove(session);
  }

  @Override
  public int waiting(PlayerSession session) {
    return sinceNs.size();
  }

  @Override
  public int needed(PlayerSession session) {
    return battleSize;
  }

  @Override
  public void startBattles(long nowNs) {
    List<PlayerSession> players = nextBattle(nowNs);
    while (!players.isEmpty()) {
      host.start(players);
      players = nextBattle(nowNs);
    }
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
