package dev.jitterlab.business.drive;

import java.util.OptionalDouble;

/**
 * Looks for the greatest rate that keeps an objective, by levels: up after a level that kept it,
 * down after one that did not.
 *
 * <p>It first halves the bracket between the greatest rate that kept it and the least that did not,
 * on the logarithmic scale, until both are within a step of one another. From then on it goes up
 * and down by a step, and the capacity is the geometric mean of the rates of that walk, the next
 * one included (an up-and-down design: Dixon and Mood 1948). So a level that the machine spoilt
 * does not decide: the walk goes back. Not thread-safe.
 */
final class RateStaircase {
  private final double least;
  private final double most;
  private final double step;
  private double kept;
  private double missed;
  private double rate;
  private boolean walks;
  private double sumOfLogs;
  private int walked;
  private boolean hasKept;
  private boolean hasMissed;

  /**
   * Begins in the middle, on the logarithmic scale.
   *
   * @param step from one rate of the walk to the next, such as 1.05
   */
  RateStaircase(double least, double most, double step) {
    if (!(least > 0 && most > least && step > 1)) {
      throw new IllegalArgumentException(
          least + " to " + most + " by " + step + " is no staircase");
    }
    this.least = least;
    this.most = most;
    this.step = step;
    this.kept = least;
    this.missed = most;
    this.rate = Math.sqrt(least * most);
  }

  /** Returns the rate of the next level. */
  double rate() {
    return rate;
  }

  /** Says whether the level kept the objective. */
  void judge(boolean isKept) {
    hasKept |= isKept;
    hasMissed |= !isKept;
    if (walks) {
      count(rate);
      rate = bounded(isKept ? rate * step : rate / step);
      return;
    }
    if (isKept) {
      kept = rate;
    } else {
      missed = rate;
    }
    if (missed / kept > step) {
      rate = Math.sqrt(kept * missed);
    } else {
      walks = true;
      rate = Math.sqrt(kept * missed);
    }
  }

  private void count(double walkedRate) {
    sumOfLogs += Math.log(walkedRate);
    walked++;
  }

  private double bounded(double to) {
    return Math.max(least, Math.min(most, to));
  }

  /** Returns the rate up to which the objective is kept; none if no level, or each, kept it. */
  OptionalDouble capacity() {
    if (!hasKept || !hasMissed) {
      return OptionalDouble.empty();
    }
    if (walked == 0) {
      return OptionalDouble.of(Math.sqrt(kept * missed));
    }
    return OptionalDouble.of(Math.exp((sumOfLogs + Math.log(rate)) / (walked + 1)));
  }
}
