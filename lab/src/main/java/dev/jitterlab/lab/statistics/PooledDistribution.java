package dev.jitterlab.lab.statistics;

import dev.jitterlab.lab.ticks.Distribution;
import dev.jitterlab.lab.ticks.Resolution;
import java.util.Arrays;
import java.util.List;

/**
 * The instances' distributions laid beside each other on one grid of values, so that a quantile of
 * any resample of the instances is a binary search: each of its steps adds up, over the instances,
 * how many values are not above the middle. That replaces one merge per resample by a dozen scalar
 * products. Immutable and thread-safe.
 */
public final class PooledDistribution {
  private final int instances;

  /** Instances are rounded alike, so that more of them do not lessen what rounding leaves open. */
  private final Resolution resolution;

  private final long[] gridNs;

  /** Per grid value (major) and instance: how many values are not above. */
  private final long[] countsNotAbove;

  /** Lays out the distributions of a group's instances, in their order; none may be empty. */
  public PooledDistribution(List<Distribution> distributions) {
    Distribution merged = Distribution.merge(distributions);
    instances = distributions.size();
    resolution = merged.resolution();
    gridNs = new long[merged.size()];
    countsNotAbove = new long[gridNs.length * instances];
    Arrays.setAll(gridNs, merged::valueNsAt);
    for (int i = 0; i < instances; i++) {
      spread(distributions.get(i), i);
    }
  }

  private void spread(Distribution distribution, int instance) {
    int next = 0;
    long notAbove = 0;
    for (int row = 0; row < gridNs.length; row++) {
      if (next < distribution.size() && distribution.valueNsAt(next) == gridNs[row]) {
        notAbove += distribution.countAt(next);
        next++;
      }
      countsNotAbove[row * instances + instance] = notAbove;
    }
  }

  /** A quantile of the merged distribution, in nanoseconds; same rank rule as Distribution's. */
  public GroupStatistic quantileNs(double q) {
    return new GroupStatistic() {
      @Override
      public int instances() {
        return instances;
      }

      @Override
      public double of(int[] multiplicities) {
        long rank = Distribution.rank(q, notAbove(gridNs.length - 1, multiplicities));
        int low = 0;
        int high = gridNs.length - 1;
        while (low < high) {
          int middle = (low + high) >>> 1;
          if (notAbove(middle, multiplicities) >= rank) {
            high = middle;
          } else {
            low = middle + 1;
          }
        }
        return gridNs[low];
      }

      @Override
      public boolean hangsOnOneValue() {
        int[] once = new int[instances];
        Arrays.fill(once, 1);
        long count = notAbove(gridNs.length - 1, once);
        return Distribution.rank(q, count) == count;
      }

      @Override
      public double leastLogError() {
        return resolution.logError(value());
      }
    };
  }

  private long notAbove(int row, int[] multiplicities) {
    long sum = 0;
    int start = row * instances;
    for (int i = 0; i < instances; i++) {
      sum += multiplicities[i] * countsNotAbove[start + i];
    }
    return sum;
  }
}
