package dev.jitterlab.lab.metric;

/**
 * Up to which load do the ticks come in time? Immutable.
 *
 * @param load the gauge that tells the load, such as {@code jitterlab_battles}; perhaps with labels
 * @param lateAbove above how many periods a tick's total is late: one of {@link
 *     LateTicks#THRESHOLDS}
 * @param lateRatio the share of ticks that may be late
 */
public record CapacityQuestion(String load, String lateAbove, double lateRatio) {
  /** Takes it as it is; plans of before 1.0 do not say above how many periods. */
  public CapacityQuestion {
    lateAbove = lateAbove == null ? LateTicks.THRESHOLDS.getFirst() : lateAbove;
  }
}
