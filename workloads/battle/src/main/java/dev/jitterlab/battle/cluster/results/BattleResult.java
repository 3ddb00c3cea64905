package dev.jitterlab.battle.cluster.results;

import java.util.List;

/** How a battle ended, as its server reports it. Immutable. */
final class BattleResult {
  /** A player and whether he won. */
  static final class Player {
    final long id;
    final boolean won;

    Player(long id, boolean won) {
      this.id = id;
      this.won = won;
    }
  }

  final String server;
  final long battle;
  final String version;
  final String mode;
  final String ending;
  final double seconds;
  final List<Player> players;

  BattleResult(
      String server,
      long battle,
      String version,
      String mode,
      String ending,
      double seconds,
      List<Player> players) {
    this.server = server;
    this.battle = battle;
    this.version = version;
    this.mode = mode;
    this.ending = ending;
    this.seconds = seconds;
    this.players = List.copyOf(players);
  }
}
