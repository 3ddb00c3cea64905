package dev.jitterlab.lab.experiment;

/**
 * Up to which load do the ticks come in time? Immutable.
 *
 * @param load the gauge that tells the load, such as {@code jitterlab_battles}; perhaps with labels
 * @param lateRatio the share of ticks that may be above 1.1 periods
 */
public record CapacityQuestion(String load, double lateRatio) {
  /** The key of the metric that answers it. */
  public static final String KEY = "capacity";

  /** The threshold, in periods, above which a tick is late. */
  public static final String LATE_THRESHOLD = "1.1";
}
