package dev.jitterlab.tick.admission;

import java.util.concurrent.TimeUnit;

/**
 * Up to where an {@link AdmissionGovernor} lets tasks in. Immutable.
 *
 * <p>The defaults: utilisation up to 0.7, at most 1 in 100 ticks more than half a period late, no
 * period missed, all within the last 2 seconds.
 */
public final class AdmissionLimits {
  private static final AdmissionLimits DEFAULTS =
      new AdmissionLimits(0.7, 0.5, 0.01, 0, TimeUnit.SECONDS.toNanos(2));

  private static final long SHORTEST_WINDOW_NS = 1_000_000;
  private static final long LONGEST_WINDOW_NS = TimeUnit.HOURS.toNanos(1);

  private final double utilisation;
  private final double driftPeriods;
  private final double lateShare;
  private final long missedPeriods;
  private final long windowNs;

  private AdmissionLimits(
      double utilisation, double driftPeriods, double lateShare, long missed, long windowNs) {
    this.utilisation = utilisation;
    this.driftPeriods = driftPeriods;
    this.lateShare = lateShare;
    this.missedPeriods = missed;
    this.windowNs = windowNs;
  }

  /** Returns the defaults. */
  public static AdmissionLimits defaults() {
    return DEFAULTS;
  }

  /** Returns these limits with that share of the workers' time for ticks: above 0, up to 1. */
  public AdmissionLimits utilisation(double share) {
    if (!(share > 0 && share <= 1)) {
      throw new IllegalArgumentException("a utilisation is above 0 and up to 1, not " + share);
    }
    return new AdmissionLimits(share, driftPeriods, lateShare, missedPeriods, windowNs);
  }

  /**
   * Returns these limits with another one for lateness.
   *
   * @param periods a tick is late that starts more than that many of its periods late; above 0
   * @param share how many of the ticks may be, 0 to 1
   */
  public AdmissionLimits drift(double periods, double share) {
    if (!(periods > 0 && share >= 0 && share <= 1)) {
      throw new IllegalArgumentException(
          "a drift limit is above 0 periods, for a share of 0 to 1 of the ticks; not "
              + periods
              + " periods for "
              + share);
    }
    return new AdmissionLimits(utilisation, periods, share, missedPeriods, windowNs);
  }

  /** Returns these limits with that many periods of all tasks together that may be missed. */
  public AdmissionLimits missedPeriods(long periods) {
    if (periods < 0) {
      throw new IllegalArgumentException("a number of periods is not negative: " + periods);
    }
    return new AdmissionLimits(utilisation, driftPeriods, lateShare, periods, windowNs);
  }

  /**
   * Returns these limits with another time that counts as recent: 1 ms to 1 h. The load of a task
   * that ticks less than four times in it is measured over a longer time.
   */
  public AdmissionLimits windowNs(long ns) {
    if (ns < SHORTEST_WINDOW_NS || ns > LONGEST_WINDOW_NS) {
      throw new IllegalArgumentException(
          "a window is " + SHORTEST_WINDOW_NS + " to " + LONGEST_WINDOW_NS + " ns long, not " + ns);
    }
    return new AdmissionLimits(utilisation, driftPeriods, lateShare, missedPeriods, ns);
  }

  double utilisation() {
    return utilisation;
  }

  double driftPeriods() {
    return driftPeriods;
  }

  double lateShare() {
    return lateShare;
  }

  long missedPeriods() {
    return missedPeriods;
  }

  long windowNs() {
    return windowNs;
  }
}
