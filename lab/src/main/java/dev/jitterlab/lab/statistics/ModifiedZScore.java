package dev.jitterlab.lab.statistics;

import java.util.Arrays;

/**
 * How far values lie from their median, in robust standard deviations: 0.6745 × (x − median) / MAD,
 * where MAD is the median of the distances to the median. From 3.5 on, a value is to be looked at
 * as a possible outlier.
 *
 * <p>Source: B. Iglewicz and D. Hoaglin, "How to Detect and Handle Outliers", ASQC Basic References
 * in Quality Control 16, 1993; also NIST/SEMATECH e-Handbook of Statistical Methods, section
 * 1.3.5.17. Immutable.
 *
 * @param median of the values
 * @param mad the median of the distances to it
 */
public record ModifiedZScore(double median, double mad) {
  /** From here on a value is an outlier. */
  public static final double OUTLIER = 3.5;

  /** The 0.75 quantile of the standard normal distribution: makes MAD comparable with it. */
  private static final double NORMAL = 0.6745;

  /** Of at least one value. */
  public static ModifiedZScore of(double[] values) {
    double median = median(values);
    return new ModifiedZScore(
        median, median(Arrays.stream(values).map(x -> Math.abs(x - median)).toArray()));
  }

  /** The middle one, or the mean of the two in the middle, of at least one value. */
  public static double median(double[] values) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    int half = sorted.length / 2;
    return sorted.length % 2 == 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
  }

  /** A value's score; infinite for another one where more than half of all are equal. */
  public double of(double value) {
    return value == median ? 0 : NORMAL * (value - median) / mad;
  }
}
