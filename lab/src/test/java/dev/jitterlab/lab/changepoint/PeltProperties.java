package dev.jitterlab.lab.changepoint;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

class PeltProperties {
  private static final double LEAST_DEVIATION = 0.5;

  /** Levels that persist for some values, with ties: where pruning could go wrong. */
  @Property(tries = 500)
  void isAsCheapAsTheBestOfAllSegmentations(
      @ForAll @Size(min = 1, max = 40) List<@IntRange(min = 0, max = 9) Integer> values,
      @ForAll @IntRange(min = 1, max = 6) int repeats,
      @ForAll @DoubleRange(min = 0, max = 30) double penalty,
      @ForAll @IntRange(min = 1, max = 5) int leastLength) {
    double[] series = new double[Math.min(60, values.size() * repeats)];
    Arrays.setAll(series, i -> values.get(i / repeats) + 0.1 * (i % 3));
    NormalCost cost = new NormalCost(series, LEAST_DEVIATION);

    List<Integer> changes = Pelt.changePoints(cost, penalty, leastLength);

    if (series.length >= leastLength) {
      assertEquals(
          best(cost, penalty, leastLength), total(cost, changes, penalty, leastLength), 1e-6);
    }
  }

  /** The recursion without any pruning (Jackson et al., 2005). */
  private static double best(NormalCost cost, double penalty, int leastLength) {
    double[] best = new double[cost.length() + 1];
    Arrays.fill(best, Double.POSITIVE_INFINITY);
    best[0] = -penalty;
    for (int end = leastLength; end <= cost.length(); end++) {
      for (int start = 0; start <= end - leastLength; start++) {
        if (best[start] < Double.POSITIVE_INFINITY) {
          best[end] = Math.min(best[end], best[start] + cost.of(start, end) + penalty);
        }
      }
    }
    return best[cost.length()];
  }

  private static double total(
      NormalCost cost, List<Integer> changes, double penalty, int leastLength) {
    List<Integer> bounds = new ArrayList<>(changes);
    bounds.addFirst(0);
    bounds.add(cost.length());
    double total = penalty * changes.size();
    for (int i = 1; i < bounds.size(); i++) {
      assertTrue(bounds.get(i) - bounds.get(i - 1) >= leastLength, bounds::toString);
      total += cost.of(bounds.get(i - 1), bounds.get(i));
    }
    return total;
  }
}
