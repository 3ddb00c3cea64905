package dev.jitterlab.lab.statistics;

import java.util.Arrays;
import java.util.Optional;

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

  /** The figure of one instance alone. */
  default double only(int instance) {
    int[] multiplicities = new int[instances()];
    multiplicities[instance] = 1;
    return of(multiplicities);
  }

  /**
   * The least standard error that the logarithm of the figure has, whatever the instances say: that
   * of counting, or of rounding. Instances that happen to be alike promise less than there is.
   */
  default double leastLogError() {
    return 0;
  }

  /** Whether the figure is the greatest value of all instances, so that one tick makes it. */
  default boolean hangsOnOneValue() {
    return false;
  }

  /**
   * The same figure with half an event more in every instance, so that it has a logarithm where
   * nothing was counted (Haldane 1956, Anscombe 1956). Empty where it is no count.
   */
  default Optional<GroupStatistic> withoutZeros() {
    return Optional.empty();
  }
}
