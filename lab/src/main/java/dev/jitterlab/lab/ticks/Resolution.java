package dev.jitterlab.lab.ticks;

/**
 * How exactly values are known: they were rounded by the histogram in which they were recorded, and
 * before that perhaps by their source, such as a log of whole microseconds. Immutable.
 *
 * @param significantDigits those of the histogram, from 0 to 5
 * @param unitNs to which whole number of nanoseconds values were rounded
 */
public record Resolution(int significantDigits, long unitNs) {
  /** The finest that a histogram can have. */
  static final Resolution FINEST = new Resolution(5, 1);

  /** The standard deviation of what rounding takes away, as a part of the rounded width. */
  private static final double ERROR_OF_WIDTH = 1 / Math.sqrt(12);

  /** That of values of which some have this one and some the other. */
  Resolution and(Resolution other) {
    return new Resolution(
        Math.min(significantDigits, other.significantDigits), Math.max(unitNs, other.unitNs));
  }

  /**
   * The standard error of a value's logarithm. A bucket is at most 1/1024 of its values wide with
   * three significant digits, and 1/128 with two.
   */
  public double logError(double valueNs) {
    long exactBelow = 2 * Math.round(Math.pow(10, significantDigits));
    double bucketRatio = 2.0 / Long.highestOneBit(2 * exactBelow - 1);
    double unitRatio = valueNs > 0 ? unitNs / valueNs : 0;
    return ERROR_OF_WIDTH * Math.hypot(bucketRatio, unitRatio);
  }
}
