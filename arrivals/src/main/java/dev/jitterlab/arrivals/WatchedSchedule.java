package dev.jitterlab.arrivals;

import java.util.Arrays;
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
 * <p>The first tick often runs in cold code and is late itself, and all others would seem early for
 * ever. So the anchor moves once, by the 5th percentile of the drifts of the first hundred ticks
 * that say where the grid is: they are less than a period off, and did not follow the tick before
 * at once. Others belong to a burst, or catch up after a stall, and whole periods are no matter of
 * the anchor. The least drift would not do: a few early ticks at the start would move the anchor
 * too far. The move is by less than a period, counts none and loses none. Otherwise the grid never
 * moves by a part of a period. A server that only ever ticks in bursts keeps the anchor of its
 * first tick.
 *
 * <p>A tenth of a period is allowed for in these comparisons, because the anchor is not exact
 * either. Knows no clock. Allocates nothing after its creation. Not thread-safe.
 */
public final class WatchedSchedule {
  /** So many ticks say where the schedule is. */
  private static final int FIRST_TICKS = 100;

  /** A tick that starts within this part of a period after the one before followed at once. */
  private static final int AT_ONCE_PART = 4;

  /** The drift of this rank among them, from the least, is the 5th percentile. */
  private static final int RANK = 5;

  private final LongUnaryOperator offsetNs;
  private final long periodNs;
  private final long toleranceNs;

  /** The least drifts of the first ticks, in ascending order. */
  private final long[] leastDriftsNs = new long[RANK];

  /** How many ticks have said where the schedule is, up to {@link #FIRST_TICKS}. */
  private int firstTicks;

  /** Whether the anchor has its final place. */
  private boolean settled;

  private long anchorNs;
  private long period;
  private long lastDriftNs;
  private long scheduledNs;
  private long startedNs;
  private long missedPeriods;
  private long surplusPeriods;
  private boolean countedBefore;
  private boolean moved;

  /**
   * @param periodNs the time between two ticks, rounded
   * @param offsetNs the number of a tick to when it is due after tick 0; exact, so that rounding
   *     does not add up
   */
  public WatchedSchedule(long periodNs, LongUnaryOperator offsetNs) {
    this.periodNs = periodNs;
    this.offsetNs = offsetNs;
    this.toleranceNs = periodNs / 10;
    Arrays.fill(leastDriftsNs, Long.MAX_VALUE);
  }

  /** Takes in the start of the next tick. */
  public void begin(long startNs) {
    boolean wasOverdue = driftNs() >= periodNs; // by the anchor of that time
    long sinceNs = startNs - startedNs; // means nothing at the first tick
    startedNs = startNs;
    missedPeriods = 0;
    surplusPeriods = 0;
    countedBefore = false;
    moved = false;
    if (firstTicks == 0) {
      anchorNs = startNs;
    } else {
      settle();
      next(startNs, wasOverdue);
    }
    scheduledNs = dueNs();
    lastDriftNs = startNs - scheduledNs;
    if (firstTicks == 0 || (firstTicks < FIRST_TICKS && isOnTheGrid(sinceNs))) {
      firstTicks++;
      keepIfLeast(lastDriftNs);
    }
  }

  /** Whether the tick, which started so long after the one before, says where the grid is. */
  private boolean isOnTheGrid(long sinceNs) {
    return wholePeriods(lastDriftNs) == 0 && sinceNs >= periodNs / AT_ONCE_PART;
  }

  /** Moves the anchor, once, to where the first ticks show it to be. */
  private void settle() {
    if (settled || firstTicks < FIRST_TICKS) {
      return;
    }
    settled = true;
    long driftNs = leastDriftsNs[RANK - 1];
    anchorNs += driftNs;
    lastDriftNs -= driftNs; // it is compared with drifts from the new anchor
    moved = driftNs != 0;
  }

  private void keepIfLeast(long driftNs) {
    long restNs = driftNs;
    for (int i = 0; i < RANK; i++) {
      long leastNs = Math.min(leastDriftsNs[i], restNs);
      restNs = Math.max(leastDriftsNs[i], restNs);
      leastDriftsNs[i] = leastNs;
    }
  }

  /** Finds the period of the tick that starts then. */
  private void next(long startNs, boolean wasOverdue) {
    period++;
    long lateNs = startNs - dueNs();
    long periods = wholePeriods(lateNs);
    if (periods != 0 && Long.signum(wholePeriods(lastDriftNs)) == Long.signum(periods)) {
      boolean comesBack = Math.abs(lateNs) < Math.abs(lastDriftNs) - toleranceNs;
      if (!comesBack) {
        period += periods;
        missedPeriods = Math.max(0, periods);
        surplusPeriods = Math.max(0, -periods);
        countedBefore = missedPeriods > 0 && wasOverdue;
      }
    }
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

  /**
   * Returns whether a new schedule starts with this tick: it went back by whole periods, or the
   * anchor was corrected.
   */
  public boolean isReanchored() {
    return moved || surplusPeriods > 0;
  }
}
