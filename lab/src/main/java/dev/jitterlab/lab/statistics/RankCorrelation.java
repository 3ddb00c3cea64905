package dev.jitterlab.lab.statistics;

import java.util.Arrays;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Spearman's rank correlation: 1 if two series rise and fall together, -1 if one falls where the
 * other rises, about 0 if they have nothing to do with each other. Equal values share the mean of
 * their ranks. Stateless.
 */
public final class RankCorrelation {
  private static final int LEAST = 5;

  private RankCorrelation() {}

  /**
   * Of two series that belong together value by value.
   *
   * @return empty of fewer than five values, or where all values of a series are equal
   */
  public static Optional<Double> of(double[] one, double[] other) {
    if (one.length != other.length) {
      throw new IllegalArgumentException(one.length + " values and " + other.length);
    }
    if (one.length < LEAST) {
      return Optional.empty();
    }
    double[] a = ranks(one);
    double[] b = ranks(other);
    double mean = (one.length + 1) / 2.0;
    double together = 0;
    double ofA = 0;
    double ofB = 0;
    for (int i = 0; i < a.length; i++) {
      together += (a[i] - mean) * (b[i] - mean);
      ofA += (a[i] - mean) * (a[i] - mean);
      ofB += (b[i] - mean) * (b[i] - mean);
    }
    return ofA == 0 || ofB == 0 ? Optional.empty() : Optional.of(together / Math.sqrt(ofA * ofB));
  }

  private static double[] ranks(double[] values) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    return IntStream.range(0, values.length).mapToDouble(i -> rank(sorted, values[i])).toArray();
  }

  private static double rank(double[] sorted, double value) {
    long below = Arrays.stream(sorted).filter(each -> each < value).count();
    long equal = Arrays.stream(sorted).filter(each -> each == value).count();
    return below + (equal + 1) / 2.0;
  }
}
