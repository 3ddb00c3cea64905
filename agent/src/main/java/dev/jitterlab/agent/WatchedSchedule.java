package dev.jitterlab.agent;

import dev.jitterlab.tick.Rate;

/**
 * Says when the ticks of a task were due that we only see happen.
 *
 * <p>The schedule is absolute: it is anchored at the first tick, and each tick belongs to the
 * period after that of the tick before. A server that catches up with what it has missed is thereby
 * measured exactly. One that leaves periods out would be late forever; so from the second tick on
 * that is a whole period late or more, and no less late than the one before, the whole periods are
 * taken as left out. The mirror image holds for early ticks: a server that catches up after all
 * then has more ticks than periods, and the schedule goes back by whole periods, which it says.
 *
 * <p>A tenth of a period is allowed for in these comparisons, because the first tick was not
 * exactly on time either. The grid itself never moves by a part of a period. Knows no clock. Not
 * thread-safe.
 */
final class WatchedSchedule {
  private final Rate rate;
  private final long toleranceNs;
  private boolean anchored;
  private long anchorNs;
  private long period;
  private long lastDriftNs;
  private long scheduledNs;
  private boolean reanchored;

  WatchedSchedule(Rate rate) {
    this.rate = rate;
    this.toleranceNs = rate.periodNs() / 10;
  }

  /** Takes in the start of the next tick. */
  void begin(long startedNs) {
    reanchored = false;
    if (!anchored) {
      anchored = true;
      anchorNs = startedNs;
      scheduledNs = startedNs;
      return;
    }
    period++;
    long driftNs = startedNs - dueNs();
    long periods = wholePeriods(driftNs);
    if (periods != 0 && Long.signum(wholePeriods(lastDriftNs)) == Long.signum(periods)) {
      boolean comesBack = Math.abs(driftNs) < Math.abs(lastDriftNs) - toleranceNs;
      if (!comesBack) {
        period += periods;
        reanchored = periods < 0;
      }
    }
    scheduledNs = dueNs();
    lastDriftNs = startedNs - scheduledNs;
  }

  private long dueNs() {
    return anchorNs + rate.offsetNs(period);
  }

  /** Towards 0, but nine tenths of a period are a whole one. */
  private long wholePeriods(long ns) {
    return Long.signum(ns) * ((Math.abs(ns) + toleranceNs) / rate.periodNs());
  }

  /** Returns when the tick was due. */
  long scheduledNs() {
    return scheduledNs;
  }

  /** Returns whether the schedule went back with this tick. */
  boolean isReanchored() {
    return reanchored;
  }
}
