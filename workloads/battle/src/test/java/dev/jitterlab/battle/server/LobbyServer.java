package dev.jitterlab.battle.server;

import dev.jitterlab.battle.rules.Battle;
import java.io.IOException;

/** A real battle server with a lobby, for tests of what plays on it. */
public final class LobbyServer implements AutoCloseable {
  private final GameServer server;

  private LobbyServer(GameServer server) {
    this.server = server;
  }

  /** Starts one whose battles of everyone against everyone begin with so many. */
  public static LobbyServer start(int battleSize, int battleSeconds) throws IOException {
    return new LobbyServer(
        GameServer.start(
            new GameServer.Options(),
            new ServerSettings(20, battleSeconds, battleSize, 100, 1),
            Battle::new));
  }

  /** Returns where it is, such as 127.0.0.1:4000. */
  public String address() {
    return "127.0.0.1:" + server.udpAddress().getPort();
  }

  @Override
  public void close() {
    server.close();
  }
}
