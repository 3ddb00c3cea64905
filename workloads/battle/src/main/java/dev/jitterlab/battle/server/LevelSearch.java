package dev.jitterlab.battle.server;

/**
 * Looks for the greatest number of battles that a server carries, by levels of constant load: up
 * after a level that was carried, down after one that was not.
 *
 * <p>It first halves the bracket between the greatest level that was carried and the least that was
 * not, on the logarithmic scale. Once both are within a tenth of one another, it goes up and down
 * by a tenth. So an early level that the machine spoilt does not decide: the search walks back. The
 * lab judges all levels together afterwards; this only chooses them (an up-and-down design, whose
 * outcomes are read by isotonic regression: Stylianou and Flournoy 2002).
 *
 * <p>Not thread-safe.
 */
final class LevelSearch {
  private static final double STEP = 1.1;

  private final int least;
  private final int most;
  private double carried;
  private double tooMuch;
  private int level;

  /** Begins in the middle of the range, on the logarithmic scale. */
  LevelSearch(int least, int most) {
    if (least < 1 || most <= least) {
      throw new IllegalArgumentException(
          "--search-battles is LEAST-MOST, such as 100-4000, not " + least + "-" + most);
    }
    this.least = least;
    this.most = most;
    this.carried = least;
    this.tooMuch = most;
    this.level = middle(least, most);
  }

  /** Returns the number of battles to hold now. */
  int level() {
    return level;
  }

  /** Says whether the level was carried, and chooses the next one. */
  void judge(boolean wasCarried) {
    if (tooMuch / carried > STEP) {
      if (wasCarried) {
        carried = level;
      } else {
        tooMuch = level;
      }
    }
    double next =
        tooMuch / carried > STEP
            ? middle(carried, tooMuch)
            : wasCarried ? Math.ceil(level * STEP) : Math.floor(level / STEP);
    level = (int) Math.max(least, Math.min(most, next));
  }

  private static int middle(double from, double to) {
    return (int) Math.round(Math.sqrt(from * to));
  }
}
