package dev.jitterlab.battle.cluster.matchmaker;

import java.util.Comparator;

/** A player who waits for a match, and what he brings into it. Immutable. */
final class Candidate {
  /** The mode of those who play whatever comes. */
  static final String ANY_MODE = "any";

  /** Who has waited longest comes first. */
  static final Comparator<Candidate> OLDEST_FIRST =
      Comparator.<Candidate>comparingLong(one -> one.sinceNs).thenComparingLong(one -> one.player);

  final long player;
  final String mode;

  /** The round trip that the client measured, to whatever the cluster counts as near. */
  final int latencyMs;

  final double skill;

  /** When the waiting began; a match that came to nothing does not change it. */
  final long sinceNs;

  Candidate(long player, String mode, int latencyMs, double skill, long sinceNs) {
    this.player = player;
    this.mode = mode;
    this.latencyMs = latencyMs;
    this.skill = skill;
    this.sinceNs = sinceNs;
  }

  double waitedSeconds(long nowNs) {
    return (nowNs - sinceNs) / 1e9;
  }

  @Override
  public String toString() {
    return "player " + player + " (" + mode + ", " + latencyMs + " ms, skill " + skill + ")";
  }
}
