package dev.jitterlab.lab.changepoint;

/**
 * How badly a stretch of a series fits one normal distribution: −2 × the log-likelihood at the mean
 * and the variance that fit it best, the variance not below a floor. Without the floor a stretch of
 * equal values, which coarse clocks and histograms make, would fit infinitely well. Any stretch in
 * constant time, by sums of what precedes it. Immutable.
 */
public final class NormalCost {
  private static final double LOG_TWO_PI = Math.log(2 * Math.PI);

  private final double[] sums;
  private final double[] squares;
  private final double shift;
  private final double leastVariance;

  /**
   * Of that series.
   *
   * @param leastDeviation the least standard deviation that a stretch is taken to have; above 0
   */
  public NormalCost(double[] series, double leastDeviation) {
    if (!(leastDeviation > 0)) {
      throw new IllegalArgumentException("a least deviation of " + leastDeviation);
    }
    leastVariance = leastDeviation * leastDeviation;
    // Around zero, sums of squares lose the fewest digits.
    shift = series.length == 0 ? 0 : series[series.length / 2];
    sums = new double[series.length + 1];
    squares = new double[series.length + 1];
    for (int i = 0; i < series.length; i++) {
      double value = series[i] - shift;
      sums[i + 1] = sums[i] + value;
      squares[i + 1] = squares[i] + value * value;
    }
  }

  /** How many values the series has. */
  public int length() {
    return sums.length - 1;
  }

  /** The cost of the values from {@code from} (inclusive) to {@code to} (exclusive). */
  public double of(int from, int to) {
    double variance = variance(from, to);
    double fitted = Math.max(variance, leastVariance);
    return (to - from) * (LOG_TWO_PI + Math.log(fitted) + variance / fitted);
  }

  /** The mean of these values. */
  public double mean(int from, int to) {
    return shift + (sums[to] - sums[from]) / (to - from);
  }

  /** The standard deviation of these values around their mean; not raised to the floor. */
  public double deviation(int from, int to) {
    return Math.sqrt(variance(from, to));
  }

  private double variance(int from, int to) {
    int count = to - from;
    double sum = sums[to] - sums[from];
    return Math.max(0, (squares[to] - squares[from] - sum * sum / count) / count);
  }
}
