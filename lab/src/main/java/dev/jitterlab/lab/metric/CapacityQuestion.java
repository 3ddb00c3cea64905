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
  /** Instead of late ticks, overdue periods count. */
  public static final String OVERDUE = "overdue";

  /** Instead of late ticks, the requests count that were not answered as the load promised. */
  public static final String SLO = "slo";

  /** Takes it as it is; plans of before 1.0 do not say above how many periods. */
  public CapacityQuestion {
    lateAbove = lateAbove == null ? LateTicks.THRESHOLDS.getFirst() : lateAbove;
  }

  /** Whether it asks for requests, which the load counts. */
  public boolean isOfRequests() {
    return lateAbove.equals(SLO);
  }

  /** What counts as late, in words. */
  public String late() {
    return isOfRequests()
        ? "missed requests"
        : lateAbove.equals(OVERDUE) ? "overdue periods" : "late ticks";
  }

  /** What {@link #lateRatio} is the share of, in words. */
  public String limited() {
    if (isOfRequests()) {
      return "of the requests were not answered as promised (`slo` of the load)";
    }
    return lateAbove.equals(OVERDUE)
        ? "of the periods had no tick that began in them"
        : "of the ticks took longer than " + lateAbove + " periods";
  }
}
