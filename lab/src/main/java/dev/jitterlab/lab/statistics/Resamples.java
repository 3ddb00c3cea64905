package dev.jitterlab.lab.statistics;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Resamples of n instances with replacement, each as the multiplicities of the instances and its
 * probability. Immutable.
 *
 * <p>There are C(2n − 1, n) different resamples. Where they are no more than {@link #LIMIT} (up to
 * eight instances) each is taken once with its multinomial probability: the bootstrap distribution
 * is then exact and free of chance. Otherwise {@link #LIMIT} are drawn.
 */
final class Resamples {
  /** The most resamples that are taken. */
  static final int LIMIT = 10_000;

  private final List<int[]> multiplicities;
  private final double[] probabilities;

  private Resamples(List<int[]> multiplicities, double[] probabilities) {
    this.multiplicities = multiplicities;
    this.probabilities = probabilities;
  }

  /** The resamples of n instances; the seed matters only where they are drawn. */
  static Resamples of(int n, long seed) {
    return count(n) <= LIMIT ? enumerated(n) : drawn(n, new SplittableRandom(seed));
  }

  /** How many different resamples of n instances there are; as a double, as it grows fast. */
  private static double count(int n) {
    double count = 1;
    for (int k = 1; k < n; k++) {
      count = count * (n + k) / k;
    }
    return count;
  }

  private static Resamples enumerated(int n) {
    List<int[]> all = new ArrayList<>();
    enumerate(new int[n], 0, n, all);
    double[] probabilities = all.stream().mapToDouble(Resamples::probability).toArray();
    return new Resamples(all, probabilities);
  }

  private static void enumerate(int[] prefix, int index, int left, List<int[]> into) {
    if (index == prefix.length - 1) {
      int[] whole = prefix.clone();
      whole[index] = left;
      into.add(whole);
      return;
    }
    for (int multiplicity = 0; multiplicity <= left; multiplicity++) {
      prefix[index] = multiplicity;
      enumerate(prefix, index + 1, left - multiplicity, into);
    }
  }

  /** The multinomial n! / (m₁! … mₙ!) / nⁿ, multiplied factor by factor. */
  private static double probability(int[] multiplicities) {
    double probability = 1;
    int drawn = 0;
    for (int multiplicity : multiplicities) {
      for (int k = 1; k <= multiplicity; k++) {
        drawn++;
        probability *= (double) drawn / k / multiplicities.length;
      }
    }
    return probability;
  }

  private static Resamples drawn(int n, SplittableRandom random) {
    List<int[]> drawn = new ArrayList<>(LIMIT);
    for (int resample = 0; resample < LIMIT; resample++) {
      int[] multiplicities = new int[n];
      for (int draw = 0; draw < n; draw++) {
        multiplicities[random.nextInt(n)]++;
      }
      drawn.add(multiplicities);
    }
    double[] probabilities = new double[LIMIT];
    Arrays.fill(probabilities, 1.0 / LIMIT);
    return new Resamples(drawn, probabilities);
  }

  int size() {
    return probabilities.length;
  }

  int[] multiplicities(int resample) {
    return multiplicities.get(resample);
  }

  double probability(int resample) {
    return probabilities[resample];
  }
}
