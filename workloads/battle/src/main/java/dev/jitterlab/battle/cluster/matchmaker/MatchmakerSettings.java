package dev.jitterlab.battle.cluster.matchmaker;

import java.util.List;

/** How players are matched. Immutable. */
final class MatchmakerSettings {
  final MatchCriteria criteria;
  final List<String> modes;
  final int maxWaiting;

  MatchmakerSettings(int battleSize, List<String> modes, int maxWaiting) {
    if (modes.isEmpty() || modes.size() > 16 || modes.contains(Candidate.ANY_MODE)) {
      throw new IllegalArgumentException(
          "--modes is 1 to 16 names, none of them any, not " + String.join(",", modes));
    }
    if (maxWaiting < 2) {
      throw new IllegalArgumentException("--max-waiting is at least 2, not " + maxWaiting);
    }
    this.criteria = new MatchCriteria(battleSize);
    this.modes = List.copyOf(modes);
    this.maxWaiting = maxWaiting;
  }
}
