package dev.jitterlab.arrivals;

import java.util.function.LongUnaryOperator;

/**
 * Says when the ticks of a task were due that we only see happen: the agent sees calls of a method,
 * the lab events of a flight recording, and both judge them by this.
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
public final class WatchedSchedule {
  private final LongUnaryOperator offsetNs;
  private final long periodNs;
  private final long toleranceNs;
  private boolean anchored;
  private long anchorNs;
  private long period;
  private long lastDriftNs;
  private long scheduledNs;
  private long startedNs;
  private long missedPeriods;
  private long surplusPeriods;
  private boolean countedBefore;

  /**
   * @param periodNs the time between two ticks, rounded
   * @param offsetNs the number of a tick to when it is due after tick 0; exact, so that rounding
   *     does not add up
   */
  public WatchedSchedule(long periodNs, LongUnaryOperator offsetNs) {
    this.periodNs = periodNs;
    this.offsetNs = offsetNs;
    this.toleranceNs = periodNs / 10;
  }

  /** Takes in the start of the next tick. */
  public void begin(long startNs) {
    startedNs = startNs;
    missedPeriods = 0;
    surplusPeriods = 0;
    countedBefore = false;
    if (!anchored) {
      anchored = true;
      anchorNs = startNs;
      scheduledNs = startNs;
      return;
    }
    period++;
    long lateNs = startNs - dueNs();
    long periods = wholePeriods(lateNs);
    if (periods != 0 && Long.signum(wholePeriods(lastDriftNs)) == Long.signum(periods)) {
      boolean comesBack = Math.abs(lateNs) < Math.abs(lastDriftNs) - toleranceNs;
      if (!comesBack) {
        period += periods;
        missedPeriods = Math.max(0, periods);
        surplusPeriods = Math.max(0, -periods);
        countedBefore = missedPeriods > 0 && lastDriftNs >= periodNs;
      }
    }
    scheduledNs = dueNs();
    lastDriftNs = startNs - scheduledNs;
  }

  private long dueNs() {
    return anchorNs + offsetNs.applyAsLong(period);
  }

  /** Towards 0, but nine tenths of a period are a whole one. */
  private long wholePeriods(long ns) {
    return Long.signum(ns) * ((Math.abs(ns) + toleranceNs) / periodNs);
  }

  /** Returns when the tick was due. */
  public long scheduledNs() {
    return scheduledNs;
  }

  /** Returns when the tick after this one is due. */
  public long nextDueNs() {
    return anchorNs + offsetNs.applyAsLong(period + 1);
  }

  /** Returns start − schedule; negative for a tick that started early. */
  public long driftNs() {
    return startedNs - scheduledNs;
  }

  /** Returns how many periods before this tick were left out. */
  public long missedPeriods() {
    return missedPeriods;
  }

  /** Returns by how many periods the schedule went back with this tick. */
  public long surplusPeriods() {
    return surplusPeriods;
  }

  /**
   * Returns how many periods became overdue with this tick: they were over before their own tick
   * began, or had none. A tick that turns out to have been the last before periods that were left
   * out counts with these.
   */
  public long overduePeriods() {
    return missedPeriods + (driftNs() >= periodNs ? 1 : 0) - (countedBefore ? 1 : 0);
  }

  /** Returns whether the schedule went back with this tick. */
  public boolean isReanchored() {
    return surplusPeriods > 0;
  }
}
