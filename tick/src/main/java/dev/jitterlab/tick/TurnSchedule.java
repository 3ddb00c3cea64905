package dev.jitterlab.tick;

/**
 * When a task that schedules itself is due: as long after the last time as it asked for. Every turn
 * is asked for on its own, so a late one leaves no period out, and there is no rate to change.
 */
final class TurnSchedule extends TaskSchedule {
  /** Stands in where a schedule has a rate; nobody gets to see it. */
  private static final Rate NO_RATE = Rate.hz(1);

  /** How long after the turn before it was due the next one is. */
  private long afterNs;

  /** The same of the running turn, in which {@link #afterNs} becomes that of the next one. */
  private long runningAfterNs;

  /**
   * Creates a schedule.
   *
   * @param nowNs the time from which the first turn is counted
   */
  TurnSchedule(long nowNs, long firstAfterNs) {
    super(LatePolicy.catchUp(), NO_RATE, nowNs + firstAfterNs);
    this.afterNs = firstAfterNs;
    this.runningAfterNs = firstAfterNs;
  }

  /** Sets how long after this turn was due the next one is. */
  void afterNs(long ns) {
    afterNs = ns;
  }

  /**
   * Returns how long after the turn before the current one was due, until the next is asked for.
   */
  long afterNs() {
    return afterNs;
  }

  @Override
  void begin(long nowNs, Rate wanted, Tick tick) {
    tick.start(NO_RATE, dueNs(), nowNs, LateAction.NONE, 0);
    tick.askedForAfter(afterNs);
    runningAfterNs = afterNs;
  }

  /** Whether another turn follows is not known before this one ends. */
  @Override
  long followingNs() {
    return dueNs() + Turn.LONGEST_NS;
  }

  @Override
  WaitingPeriods waiting(long lateNs) {
    long askedNs = afterNs;
    return WaitingPeriods.of(lateNs >= askedNs ? 1 : 0, askedNs);
  }

  @Override
  WaitingPeriods overdue(long count) {
    return WaitingPeriods.of(count, runningAfterNs);
  }

  @Override
  void next() {
    anchor(NO_RATE, dueNs() + afterNs);
  }
}
