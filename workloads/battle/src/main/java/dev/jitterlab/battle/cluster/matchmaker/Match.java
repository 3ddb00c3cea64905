package dev.jitterlab.battle.cluster.matchmaker;

import java.util.List;

/** Players who fit together, and what they play. Immutable. */
final class Match {
  private final String mode;
  private final List<Candidate> players;

  Match(String mode, List<Candidate> players) {
    this.mode = mode;
    this.players = List.copyOf(players);
  }

  /** The mode, or {@link Candidate#ANY_MODE} if it is all the same to all of them. */
  String mode() {
    return mode;
  }

  List<Candidate> players() {
    return players;
  }

  /** The difference between the most and the least skilled. */
  double skillSpread() {
    return players.stream().mapToDouble(Candidate::skill).max().orElseThrow()
        - players.stream().mapToDouble(Candidate::skill).min().orElseThrow();
  }

  int latencySpreadMs() {
    return players.stream().mapToInt(Candidate::latencyMs).max().orElseThrow()
        - players.stream().mapToInt(Candidate::latencyMs).min().orElseThrow();
  }
}
