package dev.jitterlab.lab.ticks;

/**
 * What one interval of a tick log, mostly a second, has of one metric. Immutable.
 *
 * @param at its middle, in seconds since the epoch
 * @param medianSeconds the median of its values
 * @param p99Seconds their 99th percentile
 */
public record TickSecond(double at, double medianSeconds, double p99Seconds) {
  private static final double NS_PER_SECOND = 1e9;

  /** Of values that are not empty. */
  static TickSecond of(Window line, Distribution values) {
    return new TickSecond(
        (line.from() + line.to()) / 2,
        values.quantileNs(0.5) / NS_PER_SECOND,
        values.quantileNs(0.99) / NS_PER_SECOND);
  }
}
