package dev.jitterlab.battle.cluster.matchmaker;

import java.util.ArrayList;
import java.util.List;

/** A match that players are added to as long as all of them bear it. Not thread-safe. */
final class GrowingMatch {
  private final MatchCriteria criteria;
  private final long nowNs;
  private final int size;
  final List<Candidate> players = new ArrayList<>();
  private double lowestSkill = Double.POSITIVE_INFINITY;
  private double highestSkill = Double.NEGATIVE_INFINITY;
  private int lowestLatencyMs = Integer.MAX_VALUE;
  private int highestLatencyMs = Integer.MIN_VALUE;
  private double skillLimit = Double.POSITIVE_INFINITY;
  private double latencyLimitMs = Double.POSITIVE_INFINITY;
  private double oldestWaitedSeconds;

  /**
   * Creates a match without players.
   *
   * @param size how many are all
   */
  GrowingMatch(MatchCriteria criteria, int size, long nowNs) {
    this.criteria = criteria;
    this.size = size;
    this.nowNs = nowNs;
  }

  /** Adds a player if the limits of all players, his own too, allow it. */
  boolean tryAdd(Candidate one) {
    double waited = one.waitedSeconds(nowNs);
    double skill = Math.min(skillLimit, criteria.skillSpread(waited));
    double latency = Math.min(latencyLimitMs, criteria.latencySpreadMs(waited));
    double low = Math.min(lowestSkill, one.skill);
    double high = Math.max(highestSkill, one.skill);
    int near = Math.min(lowestLatencyMs, one.latencyMs);
    int far = Math.max(highestLatencyMs, one.latencyMs);
    if (high - low > skill || far - near > latency) {
      return false;
    }
    players.add(one);
    skillLimit = skill;
    latencyLimitMs = latency;
    lowestSkill = low;
    highestSkill = high;
    lowestLatencyMs = near;
    highestLatencyMs = far;
    oldestWaitedSeconds = Math.max(oldestWaitedSeconds, waited);
    return true;
  }

  boolean isFull() {
    return players.size() == size;
  }

  boolean isEnough() {
    return players.size() >= Math.min(size, criteria.fewest(oldestWaitedSeconds));
  }
}
