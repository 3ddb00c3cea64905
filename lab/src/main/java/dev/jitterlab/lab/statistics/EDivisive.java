package dev.jitterlab.lab.statistics;

import java.util.ArrayList;
import java.util.List;
import java.util.NavigableSet;
import java.util.SplittableRandom;
import java.util.TreeSet;

/**
 * Finds where a series changes its level (or its spread): E-divisive, of Matteson and James, "A
 * Nonparametric Approach for Multiple Change Point Analysis of Multivariate Data" (JASA 109, 2014),
 * with α = 1; the method by which MongoDB and Hunter watch their benchmarks (Daly et al. 2020,
 * Fleming et al. 2023). It assumes no distribution, and suits few points: the error is that of a
 * permutation test.
 *
 * <p>Two neighbouring stretches X (m points) and Y (n points) differ by Q = mn / (m + n) × (2
 * E|X−Y| − E|X−X'| − E|Y−Y'|), each expectation a mean over pairs. The division with the greatest Q
 * is taken (Y may end before the stretch does, so that a second change does not hide the first),
 * and kept if shuffling the points within their stretches so often gives as great a Q that chance
 * may be ruled out; then its parts are divided further, until a division is not kept.
 *
 * <p>Stateless but for its settings. Time and memory grow with the square of the series' length.
 *
 * @param leastStretch how many points a level has at least; two or more
 * @param level the chance of a false alarm in a series that does not change
 * @param permutations of each test: the smallest p-value is 1 / (permutations + 1)
 * @param seed decides the permutations: the same series gives the same changes
 */
public record EDivisive(int leastStretch, double level, int permutations, long seed) {
  /** Sums in another order differ by less; what is equal must count as equal. */
  private static final double ROUNDING = 1e-9;

  /** Checks the settings. */
  public EDivisive {
    if (leastStretch < 2) {
      throw new IllegalArgumentException("stretches of " + leastStretch);
    }
  }

  /**
   * A change.
   *
   * @param at the index of the first point of the new level
   * @param pValue how probable so clear a division would be without any change here
   */
  public record Change(int at, double pValue) {}

  /**
   * A division of a stretch.
   *
   * @param at the index of the first point behind it; −1 where the stretch is too short
   * @param q how much both sides differ
   */
  record Division(int at, double q) {
    static final Division NONE = new Division(-1, Double.NEGATIVE_INFINITY);

    private Division greater(Division other) {
      return other.q > q ? other : this;
    }
  }

  /** The changes in order of their place. */
  public List<Change> changes(double... series) {
    SplittableRandom random = new SplittableRandom(seed);
    NavigableSet<Integer> bounds = new TreeSet<>(List.of(0, series.length));
    List<Change> changes = new ArrayList<>();
    while (true) {
      Division best = best(series, bounds);
      if (best.at < 0) {
        break;
      }
      double pValue = pValue(series, bounds, best.q, random);
      if (pValue > level) {
        break;
      }
      bounds.add(best.at);
      changes.add(new Change(best.at, pValue));
    }
    changes.sort((one, other) -> Integer.compare(one.at, other.at));
    return changes;
  }

  /** Stops as soon as it is above the level: then all that counts is that it is. */
  private double pValue(
      double[] series, NavigableSet<Integer> bounds, double q, SplittableRandom random) {
    double[] shuffled = series.clone();
    int asGreat = 0;
    for (int i = 0; i < permutations && asGreat + 1 <= level * (permutations + 1); i++) {
      int from = 0;
      for (int to : bounds.tailSet(1)) {
        shuffle(shuffled, from, to, random);
        from = to;
      }
      asGreat += best(shuffled, bounds).q >= q * (1 - ROUNDING) ? 1 : 0;
    }
    return (asGreat + 1.0) / (permutations + 1.0);
  }

  private static void shuffle(double[] series, int from, int to, SplittableRandom random) {
    for (int i = to - 1; i > from; i--) {
      int j = from + random.nextInt(i - from + 1);
      double swapped = series[i];
      series[i] = series[j];
      series[j] = swapped;
    }
  }

  /** The best division of any of the stretches between the bounds. */
  private Division best(double[] series, NavigableSet<Integer> bounds) {
    Division best = Division.NONE;
    int from = 0;
    for (int to : bounds.tailSet(1)) {
      best = best.greater(best(series, from, to));
      from = to;
    }
    return best;
  }

  /** The best division of the points from {@code from} to before {@code to}. */
  Division best(double[] series, int from, int to) {
    int n = to - from;
    if (n < 2 * leastStretch) {
      return Division.NONE;
    }
    double[][] sums = distanceSums(series, from, n);
    Division best = Division.NONE;
    for (int at = leastStretch; at <= n - leastStretch; at++) {
      for (int end = at + leastStretch; end <= n; end++) {
        best = best.greater(new Division(from + at, q(sums, at, end)));
      }
    }
    return best;
  }

  /** Of the first {@code at} points and those from there to before {@code end}. */
  private static double q(double[][] sums, int at, int end) {
    double m = at;
    double n = end - at;
    double between = sums[at][end] - sums[at][at];
    double withinX = sums[at][at] / 2;
    double withinY = (sums[end][end] - 2 * sums[at][end] + sums[at][at]) / 2;
    double energy =
        2 * between / (m * n) - withinX / (m * (m - 1) / 2) - withinY / (n * (n - 1) / 2);
    return m * n / (m + n) * energy;
  }

  /** At [i][j]: the sum of the distances of the first i points to the first j points. */
  private static double[][] distanceSums(double[] series, int from, int n) {
    double[][] sums = new double[n + 1][n + 1];
    for (int i = 1; i <= n; i++) {
      double row = 0;
      for (int j = 1; j <= n; j++) {
        row += Math.abs(series[from + i - 1] - series[from + j - 1]);
        sums[i][j] = sums[i - 1][j] + row;
      }
    }
    return sums;
  }
}
