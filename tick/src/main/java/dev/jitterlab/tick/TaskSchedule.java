package dev.jitterlab.tick;

/**
 * When the ticks of one task are due: an anchor, a rate, and the number of periods from the anchor
 * to the next tick. Decides by the {@link LatePolicy} what becomes of missed periods. Knows no
 * clock. Not thread-safe.
 */
class TaskSchedule {
  /** A task that slows down ticks at every 64th period at least. */
  private static final long LONGEST_STRIDE = 64;

  private static final int ON_TIME_TICKS_TO_RECOVER = 16;

  private final LatePolicy policy;
  private Rate rate;
  private long anchorNs;
  private long period;
  private long dueNs;
  private int stride = 1;
  private int onTimeInARow;

  TaskSchedule(LatePolicy policy, Rate rate, long firstNs) {
    this.policy = policy;
    anchor(rate, firstNs);
  }

  /** Starts a new schedule whose first tick is due then. */
  void anchor(Rate newRate, long firstNs) {
    rate = newRate;
    anchorNs = firstNs;
    dueNs = firstNs;
    period = 0;
    stride = 1;
    onTimeInARow = 0;
  }

  Rate rate() {
    return rate;
  }

  /** Returns when the next tick is due. */
  long dueNs() {
    return dueNs;
  }

  /**
   * Moves on to the period whose tick starts at {@code nowNs}.
   *
   * <p>A change of the rate takes effect here. This tick was due by the old schedule, and is late
   * or on time by that one; what is owed of it is left out. The new schedule begins when this tick
   * was due, or at the last of its own periods before the start: a task does not miss periods that
   * it did not have yet.
   *
   * @param wanted the rate from here on
   * @param tick is told what was decided
   */
  void begin(long nowNs, Rate wanted, Tick tick) {
    boolean changes = !wanted.equals(rate);
    long missed = stride - 1L;
    LateAction action = missed > 0 ? LateAction.SLOW_DOWN : LateAction.NONE;
    boolean onTime = nowNs - dueNs < rate.periodNs(); // spares the division
    boolean hasFallenBehind = false;
    if (!onTime) {
      long behind = rate.indexAt(nowNs - anchorNs) - period;
      hasFallenBehind = behind >= (changes ? 1 : stride); // the old rate's stride ends here
      if (hasFallenBehind) {
        long left = changes ? behind : leftOut(behind);
        action = action(behind);
        missed += left;
        period += left;
        dueNs = anchorNs + rate.offsetNs(period);
      }
    }
    adaptStride(action == LateAction.SLOW_DOWN && hasFallenBehind, onTime);
    tick.start(rate, dueNs, nowNs, action, missed);
    if (changes) {
      tick.changesRate(wanted);
      anchor(wanted, dueNs + wanted.offsetNs(Math.max(0, wanted.indexAt(nowNs - dueNs))));
    }
  }

  private LateAction action(long behind) {
    if (policy.action() == LateAction.STOP && behind <= policy.limit()) {
      return LateAction.CATCH_UP;
    }
    return policy.action();
  }

  /** Returns how many of the periods missed get no tick. */
  private long leftOut(long behind) {
    switch (policy.action()) {
      case CATCH_UP:
        return Math.max(0, behind - policy.limit());
      case SKIP:
      case COALESCE:
      case SLOW_DOWN:
        return behind;
      case STOP:
        return behind > policy.limit() ? behind : 0;
      case NONE:
        break;
    }
    throw new AssertionError(policy.action());
  }

  private void adaptStride(boolean slower, boolean onTime) {
    if (slower) {
      stride = (int) Math.min(LONGEST_STRIDE, stride * 2L);
      onTimeInARow = 0;
    } else if (stride > 1) {
      onTimeInARow = onTime ? onTimeInARow + 1 : 0;
      if (onTimeInARow == ON_TIME_TICKS_TO_RECOVER) {
        stride /= 2;
        onTimeInARow = 0;
      }
    }
  }

  /** Returns how many periods the next tick is away from the last one. */
  int stride() {
    return stride;
  }

  /**
   * Returns when the first period began that has no tick yet, between two ticks. Any thread:
   * another one's ticks may be seen late.
   */
  long freeFromNs() {
    return dueNs - (stride - 1L) * rate.periodNs();
  }

  /** Returns when the period after that of the running tick begins. Any thread, as above. */
  long followingNs() {
    return dueNs + rate.periodNs();
  }

  /** Returns how many periods are over that long after the first of them was due. Any thread. */
  WaitingPeriods waiting(long lateNs) {
    long periodNs = rate.periodNs();
    return WaitingPeriods.of(lateNs / periodNs, periodNs);
  }

  /**
   * Returns that many periods, which were over when the running tick began; none if the count is
   * below 0. Any thread, as above.
   */
  WaitingPeriods overdue(long count) {
    return WaitingPeriods.of(count, rate.periodNs());
  }

  /** Moves on to the next tick. */
  void next() {
    period += stride;
    dueNs = anchorNs + rate.offsetNs(period);
  }
}
