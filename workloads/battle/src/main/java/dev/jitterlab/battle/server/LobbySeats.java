package dev.jitterlab.battle.server;

import dev.jitterlab.battle.session.ConnectToken;
import java.util.List;

/** The seats of a server that belongs to no cluster: one lobby for all. Event loop only. */
final class LobbySeats implements Seats {
  private static final int FEWEST = 2;

  private final int battleSize;
  private final Lobby lobby;
  private final BattleHost host;

  LobbySeats(ServerSettings settings, BattleHost host) {
    this.battleSize = settings.battleSize;
    int fewest = settings.filling.isAny() ? 1 : FEWEST;
    this.lobby = new Lobby(battleSize, fewest, ServerSettings.LOBBY_WAIT.toNanos());
    this.host = host;
  }

  @Override
  public boolean admits(ConnectToken token) {
    return token.battle() == ConnectToken.LOBBY;
  }

  @Override
  public void enter(PlayerSession session, long nowNs) {
    lobby.enter(session, nowNs);
  }

  @Override
  public void leave(PlayerSession session) {
    lobby.leave(session);
  }

  @Override
  public int waiting(PlayerSession session) {
    return lobby.waiting();
  }

  @Override
  public int needed(PlayerSession session) {
    return battleSize;
  }

  @Override
  public void startBattles(long nowNs) {
    List<PlayerSession> players = lobby.nextBattle(nowNs);
    while (!players.isEmpty()) {
      host.start(players);
      players = lobby.nextBattle(nowNs);
    }
  }
}
