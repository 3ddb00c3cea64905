package dev.jitterlab.lab.metric;

/**
 * Up to which load do the ticks come in time? Immutable.
 *
 * @param load the gauge that tells the load, such as {@code jitterlab_battles}; perhaps with
 *     labels. Where it is zero, what happens is not looked at
 * @param lateAbove above how many periods a tick's total is late: one of {@link
 *     LateTicks#THRESHOLDS}; or {@link #OVERDUE}
 * @param lateRatio the share of ticks that may be late
 */
public record CapacityQuestion(String load, String lateAbove, double lateRatio) {
  /** Instead of late ticks, the periods in which no tick began count. */
  public static final String OVERDUE = "overdue";

  /** Takes it as it is; plans of before 1.0 do not say above how many periods. */
  public CapacityQuestion {
    lateAbove = lateAbove == null ? LateTicks.THRESHOLDS.getFirst() : lateAbove;
  }

  /** What {@link #lateRatio} is the share of, in words. */
  public String limited() {
    return lateAbove.equals(OVERDUE)
        ? "of the periods had no tick that began in them"
        : "of the ticks took longer than " + lateAbove + " periods";
  }
}
