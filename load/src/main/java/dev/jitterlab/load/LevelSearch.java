package dev.jitterlab.load;

import java.util.OptionalDouble;

/**
 * Looks for the greatest load that a server carries, such as battles or requests a second, by
 * levels of constant load: up after a level that was carried, down after one that was not.
 *
 * <p>It first halves the bracket between the greatest level that was carried and the least that was
 * not, on the logarithmic scale, until both are within a step of one another. From then on it goes
 * up and down by a step. So a level that the machine spoilt does not decide: the search walks back,
 * and in longer and longer steps where it walks far. Where the lab judges all levels together
 * afterwards, this only chooses them (an up-and-down design: Dixon and Mood 1948; its outcomes are
 * read by isotonic regression: Stylianou and Flournoy 2002). {@link #capacity} is the search's own
 * estimate. Not thread-safe.
 */
public final class LevelSearch {
  /** From one level of the walk to the next: a tenth. */
  public static final double STEP = 1.1;

  /**
   * So many steps the same way are a tenth each; every further one is longer by a tenth than the
   * one before. Around the capacity the walk turns sooner.
   */
  private static final int PATIENCE = 3;

  private final double least;
  private final double most;
  private double carried;
  private double tooMuch;
  private double level;
  private boolean walks;
  private double sumOfLogs;
  private int walked;
  private int sameWay;
  private boolean walkedUp;
  private boolean hasTurned;
  private boolean hasCarried;
  private boolean hasFailed;

  /**
   * Begins in the middle of the range, on the logarithmic scale.
   *
   * @throws IllegalArgumentException if the range is none
   */
  public LevelSearch(double least, double most) {
    if (!(least > 0 && most > least)) {
      throw new IllegalArgumentException(
          "a search goes from a level above 0 to a greater one, not from " + least + " to " + most);
    }
    this.least = least;
    this.most = most;
    this.carried = least;
    this.tooMuch = most;
    this.level = Math.sqrt(least * most);
  }

  /** Returns the level to hold now. */
  public double level() {
    return level;
  }

  /** Says whether the level was carried, and chooses the next one. */
  public void judge(boolean wasCarried) {
    hasCarried |= wasCarried;
    hasFailed |= !wasCarried;
    if (walks) {
      boolean turns = sameWay > 0 && wasCarried != walkedUp;
      if (turns && !hasTurned) {
        hasTurned = true;
        sumOfLogs = 0; // the way to where it turned may have been a long one
        walked = 0;
      }
      sumOfLogs += Math.log(level);
      walked++;
      sameWay = turns ? 1 : sameWay + 1;
      walkedUp = wasCarried;
      double step = Math.pow(STEP, Math.max(1, 1 + sameWay - PATIENCE));
      level = Math.max(least, Math.min(most, wasCarried ? level * step : level / step));
      return;
    }
    if (wasCarried) {
      carried = level;
    } else {
      tooMuch = level;
    }
    walks = tooMuch / carried <= STEP;
    level = Math.sqrt(carried * tooMuch);
  }

  /**
   * Returns the load that is carried: the geometric mean of the levels of the walk since it first
   * turned, the next one included; none if no level was, or each.
   */
  public OptionalDouble capacity() {
    if (!hasCarried || !hasFailed) {
      return OptionalDouble.empty();
    }
    return walked == 0
        ? OptionalDouble.of(Math.sqrt(carried * tooMuch))
        : OptionalDouble.of(Math.exp((sumOfLogs + Math.log(level)) / (walked + 1)));
  }
}
