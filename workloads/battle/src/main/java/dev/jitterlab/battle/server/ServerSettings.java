package dev.jitterlab.battle.server;

import dev.jitterlab.battle.rules.BattleRules;
import java.time.Duration;

/** How a server plays: who may join, and what battles are like. Immutable and thread-safe. */
final class ServerSettings {
  /** A session of which nothing was heard for so long is over. */
  static final Duration IDLE_TIMEOUT = Duration.ofSeconds(10);

  /** A player who has waited so long plays with whoever is there. */
  static final Duration LOBBY_WAIT = Duration.ofSeconds(2);

  private static final int SCORE_LIMIT = 20;
  private static final int MAX_SERVER_BATTLES = 10_000;

  private final BattleRules rules;
  private final int battleSize;
  private final int maxPlayers;
  private final int serverBattles;
  private final long seed;

  ServerSettings(
      int tickRate,
      int battleSeconds,
      int battleSize,
      int maxPlayers,
      int serverBattles,
      long seed) {
    if (battleSize < BattleRules.MIN_PLAYERS || battleSize > BattleRules.MAX_PLAYERS) {
      throw new IllegalArgumentException("--battle-size is 2 to 10, not " + battleSize);
    }
    if (battleSeconds < 1 || battleSeconds > 3_600) {
      throw new IllegalArgumentException("--battle-seconds is 1 to 3600, not " + battleSeconds);
    }
    if (maxPlayers < 1 || maxPlayers > 65_535) {
      throw new IllegalArgumentException("--max-players is 1 to 65535, not " + maxPlayers);
    }
    if (tickRate < BattleRules.MIN_TICKS_PER_SECOND
        || tickRate > BattleRules.MAX_TICKS_PER_SECOND) {
      throw new IllegalArgumentException("--tick-rate is 1 to 1000, not " + tickRate);
    }
    if (serverBattles < 0 || serverBattles > MAX_SERVER_BATTLES) {
      throw new IllegalArgumentException("--server-battles is 0 to 10000, not " + serverBattles);
    }
    this.rules = new BattleRules(tickRate, battleSeconds * tickRate, SCORE_LIMIT);
    this.battleSize = battleSize;
    this.maxPlayers = maxPlayers;
    this.serverBattles = serverBattles;
    this.seed = seed;
  }

  BattleRules rules() {
    return rules;
  }

  int battleSize() {
    return battleSize;
  }

  int maxPlayers() {
    return maxPlayers;
  }

  /** Returns how many battles the server keeps running whose players it plays itself. */
  int serverBattles() {
    return serverBattles;
  }

  long seed() {
    return seed;
  }

  /**
   * Returns how many packets a player may send per second: several times what a player of this game
   * sends, since a client that catches up after a pause sends a burst.
   */
  int packetsPerSecond() {
    return Math.max(100, 4 * rules.ticksPerSecond());
  }
}
