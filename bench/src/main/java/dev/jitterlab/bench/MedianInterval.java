package dev.jitterlab.bench;

import dev.jitterlab.lab.Units;
import java.util.List;
import java.util.Optional;

/**
 * A median of rounds with an interval that assumes nothing of their distribution: two of the sorted
 * figures, the same number from either end. The true median lies outside with the probability that
 * a fair coin falls the same way too often (the sign test).
 *
 * @param median of the rounds
 * @param low the lower end
 * @param high the upper end
 * @param confidence how probable it is that such an interval has the true median; with fewer than
 *     six rounds below 0.95
 */
public record MedianInterval(double median, double low, double high, double confidence) {
  /** With fewer, even the lowest and the highest of all are no 95 % interval. */
  public static final int LEAST_ROUNDS = 6;

  private static final double WANTED = 0.95;

  /** Of the rounds' figures; empty where there are none. */
  public static Optional<MedianInterval> of(List<Double> rounds) {
    if (rounds.isEmpty()) {
      return Optional.empty();
    }
    List<Double> sorted = rounds.stream().sorted().toList();
    int n = sorted.size();
    double median = (sorted.get((n - 1) / 2) + sorted.get(n / 2)) / 2;
    int cut = 0;
    while (2 * (cut + 1) < n && confidence(n, cut + 1) >= WANTED) {
      cut++;
    }
    return Optional.of(
        new MedianInterval(median, sorted.get(cut), sorted.get(n - 1 - cut), confidence(n, cut)));
  }

  /** Returns the median with its interval, and alone where all figures are one. */
  public String text() {
    return low == high
        ? Units.number(median)
        : "%s (%s–%s)".formatted(Units.number(median), Units.number(low), Units.number(high));
  }

  /** Of the interval that leaves out so many figures at either end. */
  private static double confidence(int n, int cut) {
    double probability = Math.pow(0.5, n);
    double outside = 0;
    for (int k = 0; k <= cut; k++) {
      outside += probability;
      probability *= (double) (n - k) / (k + 1);
    }
    return 1 - 2 * outside;
  }
}
