package dev.jitterlab.lab.experiment;

/**
 * Up to which load do the ticks come in time? Immutable.
 *
 * @param load the gauge that tells the load, such as {@code jitterlab_battles}; perhaps with labels
 * @param lateAbove above how many periods a tick's total is late: one of {@link
 *     PrimaryMetric#LATE_THRESHOLDS}
 * @param lateRatio the share of ticks that may be late
 */
public record CapacityQuestion(String load, String lateAbove, double lateRatio) {
  /** The key of the metric that answers it. */
  public static final String KEY = "capacity";

  /** Takes it as it is; plans of before 1.0 do not say above how many periods. */
  public CapacityQuestion {
    lateAbove = lateAbove == null ? PrimaryMetric.LATE_THRESHOLDS.getFirst() : lateAbove;
  }
}
