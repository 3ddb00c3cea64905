package dev.jitterlab.battle.server;

import dev.jitterlab.battle.protocol.StateUpdates;
import dev.jitterlab.battle.rules.BattleRules;
import java.time.Duration;

/** How a server plays: who may join, and what battles are like. Immutable and thread-safe. */
final class ServerSettings {
  /** A session of which nothing was heard for so long is over. */
  static final Duration IDLE_TIMEOUT = Duration.ofSeconds(10);

  /** A player who has waited so long plays with whoever is there. */
  static final Duration LOBBY_WAIT = Duration.ofSeconds(2);

  private static final int SCORE_LIMIT = 20;

  final BattleRules rules;
  final TickSettings ticks;
  final int battleSize;
  final int maxPlayers;
  final long seed;
  StateUpdates updates = StateUpdates.HYBRID;
  boolean fog = true;

  /** Battles that the server keeps running and whose players it plays itself. */
  ServerBattles serverBattles = ServerBattles.NONE;

  /** Who plays the seats that no person has. */
  SeatFilling filling = SeatFilling.NONE;

  /** Makes the settings, with the {@linkplain TickSettings#defaults default} ones of ticks. */
  ServerSettings(int tickRate, int battleSeconds, int battleSize, int maxPlayers, long seed) {
    this(tickRate, battleSeconds, battleSize, maxPlayers, seed, TickSettings.defaults());
  }

  ServerSettings(
      int tickRate,
      int battleSeconds,
      int battleSize,
      int maxPlayers,
      long seed,
      TickSettings ticks) {
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
    this.rules =
        new BattleRules(tickRate, battleSeconds * tickRate, SCORE_LIMIT)
            .physicsEvery(ticks.physicsEvery);
    this.ticks = ticks;
    this.battleSize = battleSize;
    this.maxPlayers = maxPlayers;
    this.seed = seed;
  }

  /**
   * Says how players are kept up to date; to be called before the server starts.
   *
   * @param newFog whether each sees only what is in his team's sight
   */
  ServerSettings withStates(StateUpdates newUpdates, boolean newFog) {
    updates = newUpdates;
    fog = newFog;
    return this;
  }

  /** Says which battles the server plays by itself; to be called before the server starts. */
  ServerSettings withServerBattles(ServerBattles battles) {
    serverBattles = battles;
    return this;
  }

  /** Says who plays the seats that no person has; to be called before the server starts. */
  ServerSettings withFilling(SeatFilling newFilling) {
    filling = newFilling;
    return this;
  }

  /**
   * Returns how many packets a player may send per second: several times what a player of this game
   * sends, since a client that catches up after a pause sends a burst.
   */
  int packetsPerSecond() {
    return Math.max(100, 4 * ticks.modeRates.fastest(rules.ticksPerSecond()));
  }
}
