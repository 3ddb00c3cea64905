package dev.jitterlab.battle.cluster.results;

/**
 * How a battle changes skill: Elo's system between two sides, the winners and the others, each with
 * the mean of its players. What the winners gain, the others lose, each side's players alike, so
 * the sum of all skills stays. A battle that only one side was in (all together against a boss) or
 * that nobody won changes nothing.
 */
final class Elo {
  /** The skill of somebody who has not played. */
  static final double INITIAL = 1_000;

  /** What a winner gains at most. */
  private static final double K = 32;

  /** A difference at which the better side is expected to win ten times of eleven. */
  private static final double SCALE = 400;

  private Elo() {}

  /**
   * Returns what each winner gains.
   *
   * @param winners the winners' mean skill
   * @param others the others' mean skill
   */
  static double gain(double winners, double others) {
    double expected = 1 / (1 + Math.pow(10, (others - winners) / SCALE));
    return K * (1 - expected);
  }
}
