package dev.jitterlab.lab.statistics;

import java.util.Arrays;

/**
 * A figure of a group of instances that can be computed again for any resample of them.
 * Thread-safe.
 */
public interface GroupStatistic {
  /** How many instances the group has. */
  int instances();

  /**
   * The figure, were each instance in the group as often as said.
   *
   * @param multiplicities for each instance; not negative, not all zero; not kept
   */
  double of(int[] multiplicities);

  /** The group's own figure: every instance once. */
  default double value() {
    int[] once = new int[instances()];
    Arrays.fill(once, 1);
    return of(once);
  }
}
