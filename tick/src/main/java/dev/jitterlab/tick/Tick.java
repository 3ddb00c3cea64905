package dev.jitterlab.tick;

/**
 * One execution of a periodic task, and its times (thesis, section 3.4.2).
 *
 * <pre>{@literal
 *        previous end      perfect schedule   start            end
 *   ----------|------------------|--------------|----------------|-----
 *             |<-------------- wait ----------->|<- execution -->|
 *             |<-------------------- total --------------------->|
 *                                |<-- drift --->|
 * }</pre>
 *
 * {@code total = execution + wait}, exactly. Drift is negative when a tick starts early. The first
 * tick of a task has no previous end, hence no wait and no total.
 *
 * <p>All times are nanoseconds of the scheduler's {@link NanoClock}. One object serves all the
 * ticks that a thread runs: it is valid during {@link TickTask#tick} and {@link
 * TickListener#onTick} only, and must not be kept or handed to another thread.
 */
public final class Tick {
  private static final long ABSENT = -1;

  private String task;
  private Rate rate;
  private long periodNs;

  /** The part of it by which the scheduler has moved this tick to a later time. */
  private long movedLaterNs;

  private long index;
  private long scheduledNs;
  private long startedNs;
  private long finishedNs;
  private long previousFinishedNs;
  private LateAction lateAction = LateAction.NONE;
  private long missedPeriods;
  private boolean reanchored;
  private boolean countedBefore;
  private long surplusPeriods;
  private boolean overBudget;
  private boolean quarantined;
  private BudgetAction budgetAction = BudgetAction.NONE;
  private long runQueueDelayNs = ABSENT;
  private long cpuNs = ABSENT;
  private long executionRunQueueDelayNs = ABSENT;
  private boolean sample;

  Tick() {}

  /**
   * Makes it a tick of a task; {@link #start} is to follow.
   *
   * @param lastIndex of the task's last tick; -1 before the first
   * @param lastFinishedNs when that ended
   */
  void follow(String task, long lastIndex, long lastFinishedNs) {
    this.task = task;
    this.index = lastIndex;
    this.finishedNs = lastFinishedNs;
  }

  void start(
      Rate rate, long scheduledNs, long startedNs, LateAction lateAction, long missedPeriods) {
    this.previousFinishedNs = finishedNs;
    this.index++;
    this.rate = rate;
    this.periodNs = rate.periodNs();
    this.movedLaterNs = 0;
    this.lateAction = lateAction;
    this.missedPeriods = missedPeriods;
    this.scheduledNs = scheduledNs;
    this.startedNs = startedNs;
    this.finishedNs = startedNs;
    this.reanchored = false;
    this.countedBefore = false;
    this.surplusPeriods = 0;
    this.runQueueDelayNs = ABSENT;
    this.cpuNs = ABSENT;
    this.executionRunQueueDelayNs = ABSENT;
    this.sample = false;
    this.overBudget = false;
    this.quarantined = false;
    this.budgetAction = BudgetAction.NONE;
  }

  /** Says that the task has no rate, but asked for this tick that long after the one before. */
  void askedForAfter(long ns) {
    this.rate = null;
    this.periodNs = ns;
  }

  /** Says that a new schedule starts with this tick, which was due by the old one. */
  void changesRate(Rate newRate) {
    this.rate = newRate;
    this.reanchored = true;
  }

  /** Says that the schedule was moved by so much before this tick. */
  void moved(long ns) {
    this.movedLaterNs = Math.max(0, ns);
    this.periodNs += movedLaterNs;
    this.reanchored = true;
  }

  /** Says that a new schedule starts with this tick. */
  void reanchored() {
    this.reanchored = true;
  }

  /** Says that the tick before this one counts as overdue already, for a period that was missed. */
  void countedBefore() {
    this.countedBefore = true;
  }

  /** Says that there have been so many ticks more than periods. */
  void surplus(long periods) {
    this.surplusPeriods = periods;
  }

  void budget(boolean isOver, boolean isQuarantined, BudgetAction action) {
    this.overBudget = isOver;
    this.quarantined = isQuarantined;
    this.budgetAction = action;
  }

  void finish(long finishedNs) {
    this.finishedNs = finishedNs;
  }

  void threadTimes(
      long runQueueDelayNs, long cpuNs, long executionRunQueueDelayNs, boolean isLate) {
    this.runQueueDelayNs = runQueueDelayNs;
    this.cpuNs = cpuNs;
    this.executionRunQueueDelayNs = executionRunQueueDelayNs;
    this.sample = !isLate;
  }

  /** Returns the name of the task. */
  public String task() {
    return task;
  }

  /**
   * Returns the rate of the task, the new one from the first tick after a change on.
   *
   * @throws IllegalStateException for a task that schedules itself, which has none
   */
  public Rate rate() {
    if (rate == null) {
      throw new IllegalStateException(
          "task " + task + " schedules itself and has no rate; ask for periodNs()");
    }
    return rate;
  }

  /**
   * Returns the time that was to pass since the tick before was due, and for the first one since
   * the task's start: the period of the rate, or what a task that schedules itself asked for. For
   * the first tick of a new rate that is the period of the old one; for a tick that the scheduler
   * has moved to a later time, it is that much longer.
   */
  public long periodNs() {
    return periodNs;
  }

  /** Returns the number of this tick, from 0. */
  public long index() {
    return index;
  }

  /**
   * Returns when this tick was due: the start of the task's schedule + a whole number of periods,
   * or when a task that schedules itself asked for it ({@link Turn#again}). The schedule is never
   * re-based in silence; see {@link #isReanchored}.
   */
  public long scheduledNs() {
    return scheduledNs;
  }

  /** Returns when this tick started. */
  public long startedNs() {
    return startedNs;
  }

  /** Returns when this tick ended; while it still runs, when it started. */
  public long finishedNs() {
    return finishedNs;
  }

  /**
   * Returns what was done because this tick started after the next one was due, too; {@link
   * LateAction#SLOW_DOWN} also for a tick on time, while its task ticks at a fraction of its rate.
   */
  public LateAction lateAction() {
    return lateAction;
  }

  /**
   * Returns how many periods between the tick before this one and this one had no tick of their
   * own. Ticks and missed periods add up to all periods since the task's start.
   */
  public long missedPeriods() {
    return missedPeriods;
  }

  /**
   * Returns how many periods became overdue with this tick. A period is overdue if it was over
   * before its own tick began; a missed period has none. A task that catches up has so many ticks
   * that start a period late or more, and one that skips has so many missed periods: a stall counts
   * alike under every {@link LatePolicy}. {@link LatePolicy#slowDown} then leaves out further
   * periods, which count, too.
   *
   * <p>Of a task that we only watch, a tick may start a period late or more and be followed by
   * missed periods. It began in one of those and counts as the tick of that one.
   */
  public long overduePeriods() {
    boolean isOver = driftNs() >= periodNs - movedLaterNs; // its own period, which did not grow
    return missedPeriods + (isOver ? 1 : 0) - (countedBefore ? 1 : 0);
  }

  /**
   * Returns how many periods the schedule went back with this tick, because a task that we only
   * watch has ticked more often than its rate says; 0 for tasks of our own.
   */
  public long surplusPeriods() {
    return surplusPeriods;
  }

  /** Returns how many periods this tick stands for: 1, unless it makes up for missed ones. */
  public long periods() {
    return lateAction == LateAction.COALESCE ? 1 + missedPeriods : 1;
  }

  /**
   * Returns whether a new schedule starts with this tick: the rate was changed, or the scheduler
   * moved the task out of the way of others. From here on, that schedule is the perfect one.
   */
  public boolean isReanchored() {
    return reanchored;
  }

  /**
   * Returns whether the execution was longer than the task's {@link ExecutionBudget}; false without
   * one. Known once the tick has ended: to a {@link TickListener}, not to the task.
   */
  public boolean isOverBudget() {
    return overBudget;
  }

  /**
   * Returns whether the task was in quarantine when this tick ran; known as {@link #isOverBudget}.
   */
  public boolean isQuarantined() {
    return quarantined;
  }

  /** Returns what was decided after this tick; known as {@link #isOverBudget}. */
  public BudgetAction budgetAction() {
    return budgetAction;
  }

  /** Returns whether there was a tick before this one, that is, whether wait and total exist. */
  public boolean hasPrevious() {
    return index > 0;
  }

  /** Returns start − perfect schedule; negative for a tick that started early. */
  public long driftNs() {
    return startedNs - scheduledNs;
  }

  /** Returns end − start. */
  public long executionNs() {
    return finishedNs - startedNs;
  }

  /** Returns start − previous end; 0 for the first tick. */
  public long waitNs() {
    return hasPrevious() ? startedNs - previousFinishedNs : 0;
  }

  /** Returns end − previous end, which is execution + wait; 0 for the first tick. */
  public long totalNs() {
    return hasPrevious() ? finishedNs - previousFinishedNs : 0;
  }

  /**
   * Returns whether the thread's times were read for this tick, known from its end on: if it
   * started late (by more than 0.1 ms and 1 % of its period) or is {@linkplain LateThreshold#X1_1
   * late} by its total, and for one tick in 256 of a thread, on time or not. Only on Linux, and not
   * on virtual threads; see {@link TickScheduler#threadTimesOff}.
   */
  public boolean hasThreadTimes() {
    return cpuNs != ABSENT;
  }

  /** Returns whether the thread's times were read by sample only: the tick was on time. */
  public boolean isSample() {
    return sample;
  }

  /**
   * Returns how much of the drift the thread that ran the tick was ready to run and waited for a
   * CPU; -1 if not read. The rest of the drift is the timer's, or that of other ticks before this
   * one. Counted from a reading up to some milliseconds before the tick was due, and never above
   * the drift; of a drift longer than what is kept (64 ms at least), only the later part is seen.
   */
  public long runQueueDelayNs() {
    return runQueueDelayNs;
  }

  /**
   * Returns the CPU time of the execution; -1 if not read. The rest of the execution is {@link
   * #executionRunQueueDelayNs}, and what the thread was blocked: a lock, input and output, a
   * safepoint. Of a tick that started on time and was found late at its end, it is an upper bound,
   * counted from the last reading before.
   */
  public long cpuNs() {
    return cpuNs;
  }

  /**
   * Returns how much of the execution the thread was ready to run and waited for a CPU; -1 if not
   * read. An upper bound where {@link #cpuNs} is.
   */
  public long executionRunQueueDelayNs() {
    return executionRunQueueDelayNs;
  }

  /** Returns whether the total is above that many periods; false for the first tick. */
  public boolean isLate(LateThreshold threshold) {
    return threshold.isExceededBy(totalNs(), periodNs);
  }
}
