package dev.jitterlab.lab.statistics;

/**
 * All pairs of a trial's groups as one family for {@link Holm}'s correction. The pairs with the
 * baseline are what an experiment asks about: they share 80 % of the level. The other pairs share
 * the rest, and what the former no longer need. Stateless.
 */
public final class PairFamily {
  private static final double OF_BASELINE = 0.8;

  private PairFamily() {}

  /** The part of the level that the pair of a group and the baseline begins with. */
  public static double baselineShare(int groups) {
    return groups <= 2 ? 1 : OF_BASELINE / (groups - 1);
  }

  /** The part of the level that a pair of other groups begins with. */
  public static double otherShare(int groups) {
    return (1 - OF_BASELINE) / ((groups - 1) * (groups - 2) / 2.0);
  }
}
