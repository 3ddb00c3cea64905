package dev.jitterlab.battle.cluster.matchmaker;

import java.util.List;

/** Players who fit together, and what they play. Immutable. */
final class Match {
  /** The mode, or {@link Candidate#ANY_MODE} if it is all the same to all of them. */
  final String mode;

  final List<Candidate> players;

  Match(String mode, List<Candidate> players) {
    this.mode = mode;
    this.players = List.copyOf(players);
  }

  /** The difference between the most and the least skilled. */
  double skillSpread() {
    return players.stream().mapToDouble(one -> one.skill).max().orElseThrow()
        - players.stream().mapToDouble(one -> one.skill).min().orElseThrow();
  }

  int latencySpreadMs() {
    return players.stream().mapToInt(one -> one.latencyMs).max().orElseThrow()
        - players.stream().mapToInt(one -> one.latencyMs).min().orElseThrow();
  }
}
