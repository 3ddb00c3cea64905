package dev.jitterlab.battle.cluster.matchmaker;

/**
 * How different the players of a match may be. Every player has limits of his own, which widen with
 * the time that he has waited, and a match must keep to those of all its players:
 *
 * <pre>
 * skill spread    100 points + 50 a second
 * latency spread   30 ms + 20 a second
 * from 10 s on     none of the two
 * players          all of a battle; from 5 s on, that its oldest has waited, two
 * </pre>
 *
 * <p>So the wait is bounded once two are there: after 10 s nothing but the mode keeps them apart.
 * Immutable.
 */
final class MatchCriteria {
  static final int FEWEST = 2;
  static final double PATIENCE_SECONDS = 5;
  static final double UNLIMITED_FROM_SECONDS = 10;

  private static final double SKILL_SPREAD = 100;
  private static final double SKILL_SPREAD_PER_SECOND = 50;
  private static final double LATENCY_SPREAD_MS = 30;
  private static final double LATENCY_SPREAD_MS_PER_SECOND = 20;

  private final int battleSize;

  MatchCriteria(int battleSize) {
    if (battleSize < FEWEST || battleSize > 10) {
      throw new IllegalArgumentException("--battle-size is 2 to 10, not " + battleSize);
    }
    this.battleSize = battleSize;
  }

  /**
   * How many are all when that many wait: one less than the battle's size where otherwise one
   * player would be left, who can play with nobody until others come.
   */
  int sizeFor(int waiting) {
    return waiting == battleSize + 1 ? Math.max(FEWEST, battleSize - 1) : battleSize;
  }

  /** The greatest difference of skill in a match of somebody who has waited so long. */
  double skillSpread(double waitedSeconds) {
    return waitedSeconds >= UNLIMITED_FROM_SECONDS
        ? Double.POSITIVE_INFINITY
        : SKILL_SPREAD + SKILL_SPREAD_PER_SECOND * waitedSeconds;
  }

  /** The greatest difference of latency in a match of somebody who has waited so long. */
  double latencySpreadMs(double waitedSeconds) {
    return waitedSeconds >= UNLIMITED_FROM_SECONDS
        ? Double.POSITIVE_INFINITY
        : LATENCY_SPREAD_MS + LATENCY_SPREAD_MS_PER_SECOND * waitedSeconds;
  }

  /** How many must come together when the oldest of them has waited so long. */
  int fewest(double oldestWaitedSeconds) {
    return oldestWaitedSeconds >= PATIENCE_SECONDS ? FEWEST : battleSize;
  }
}
