package dev.jitterlab.business.drive;

import java.util.ArrayList;
import java.util.List;

/**
 * At which rate the share of slow transactions reaches what the objective allows, by all levels
 * near the end of a search. A level tells more than whether it kept the objective: of a collector
 * that pauses every few seconds one level sees two pauses and the next one none, and both say how
 * much of the time such pauses take.
 *
 * <p>The share is taken to grow as a power of the rate, and the power and the share are those that
 * make what was seen most likely, if slow transactions came by a Poisson process. They come in
 * groups, which makes the estimate less certain, not another one. The power is at least 1: garbage,
 * and so the number of pauses, grows with the rate. It is at most 20: a share that grows faster
 * than that looks like a step.
 *
 * <p>Source of the estimate: McCullagh and Nelder, Generalized Linear Models, 1989, chapters 6 and
 * 9 (log-linear models, quasi-likelihood). Not thread-safe.
 */
final class SlowShareFit {
  private static final double LEAST_POWER = 1;
  private static final double MOST_POWER = 20;
  private static final int HALVINGS = 60;

  /** A level counts at most as so many times the share that is allowed. */
  private static final double MOST_OF_ALLOWED = 3;

  /**
   * Levels that are further away than by this factor say little about the rate in question. A
   * search wanders that far only where the share grows slowly with the rate, and there they help:
   * eight servers with G1 differed by 4.9 % (one standard deviation) instead of 5.9 % with 1.25.
   */
  private static final double NEAR = 1.6;

  private static final class Level {
    private final double logRate;
    private final double planned;
    private final double slow;

    Level(double logRate, double planned, double slow) {
      this.logRate = logRate;
      this.planned = planned;
      this.slow = slow;
    }
  }

  private final double allowed;
  private final List<Level> levels = new ArrayList<>();

  /**
   * Creates an empty one.
   *
   * @param allowed the share of slow transactions that still keeps the objective, such as 0.01
   */
  SlowShareFit(double allowed) {
    this.allowed = allowed;
  }

  /**
   * Adds a level.
   *
   * @param perSecond its planned rate
   * @param planned how many transactions were due
   * @param slow how many of them were not made in time
   */
  void add(double perSecond, long planned, long slow) {
    levels.add(
        new Level(
            Math.log(perSecond), planned, Math.min(slow, MOST_OF_ALLOWED * allowed * planned)));
  }

  /**
   * Returns the rate in question, within those of the levels that count.
   *
   * @param about where the search ended; it is returned if no transaction near it was slow
   */
  double capacity(double about) {
    List<Level> near = new ArrayList<>();
    double slow = 0;
    double least = Double.POSITIVE_INFINITY;
    double most = Double.NEGATIVE_INFINITY;
    double middle = Math.log(about);
    for (Level level : levels) {
      if (Math.abs(level.logRate - middle) <= Math.log(NEAR)) {
        near.add(level);
        slow += level.slow;
        least = Math.min(least, level.logRate);
        most = Math.max(most, level.logRate);
      }
    }
    if (!(slow > 0)) {
      return about;
    }
    double power = power(near, middle, slow);
    double log = middle + Math.log(allowed * sum(near, middle, power) / slow) / power;
    return Math.exp(Math.max(least, Math.min(most, log)));
  }

  /** The likelihood's slope falls with the power, so that the root is found by halving. */
  private static double power(List<Level> near, double middle, double slow) {
    double low = LEAST_POWER;
    double high = MOST_POWER;
    for (int i = 0; i < HALVINGS; i++) {
      double power = (low + high) / 2;
      double slope = 0;
      double expected = slow / sum(near, middle, power);
      for (Level level : near) {
        double at = level.logRate - middle;
        slope += at * (level.slow - level.planned * expected * Math.exp(power * at));
      }
      if (slope > 0) {
        low = power;
      } else {
        high = power;
      }
    }
    return (low + high) / 2;
  }

  private static double sum(List<Level> near, double middle, double power) {
    double sum = 0;
    for (Level level : near) {
      sum += level.planned * Math.exp(power * (level.logRate - middle));
    }
    return sum;
  }
}
