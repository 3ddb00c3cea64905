package dev.jitterlab.tick;

/**
 * One execution of a periodic task, and its times (seed 1, section 3.4.2).
 *
 * <pre>
 *        previous end      perfect schedule   start            end
 *   ----------|------------------|--------------|----------------|-----
 *             |<-------------- wait ----------->|<- execution -->|
 *             |<-------------------- total --------------------->|
 *                                |<-- drift --->|
 * </pre>
 *
 * {@code total = execution + wait}, exactly. Drift is negative when a tick starts early. The first
 * tick of a task has no previous end, hence no wait and no total.
 *
 * <p>All times are nanoseconds of the scheduler's {@link NanoClock}. One object serves all the
 * ticks of a task: it is valid during {@link TickTask#tick} and {@link TickListener#onTick} only,
 * and must not be kept or handed to another thread.
 */
public final class Tick {
  private final String task;
  private Rate rate;
  private long periodNs;
  private long index = -1;
  private long scheduledNs;
  private long startedNs;
  private long finishedNs;
  private long previousFinishedNs;
  private LateAction lateAction = LateAction.NONE;
  private long missedPeriods;
  private boolean reanchored;

  Tick(String task, Rate rate) {
    this.task = task;
    this.rate = rate;
  }

  void start(
      Rate rate, long scheduledNs, long startedNs, LateAction lateAction, long missedPeriods) {
    this.previousFinishedNs = finishedNs;
    this.index++;
    this.rate = rate;
    this.periodNs = rate.periodNs();
    this.lateAction = lateAction;
    this.missedPeriods = missedPeriods;
    this.scheduledNs = scheduledNs;
    this.startedNs = startedNs;
    this.finishedNs = startedNs;
  }

  /** Says that the task has no rate, but asked for this tick that long after the one before. */
  void askedForAfter(long ns) {
    this.rate = null;
    this.periodNs = ns;
  }

  void reanchored(boolean isReanchored) {
    this.reanchored = isReanchored;
  }

  void finish(long finishedNs) {
    this.finishedNs = finishedNs;
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
   * the task's start: the period of the rate, or what a task that schedules itself asked for.
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

  /** Returns what was done because this tick started after the next one was due, too. */
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

  /** Returns whether the total is above that many periods; false for the first tick. */
  public boolean isLate(LateThreshold threshold) {
    return threshold.isExceededBy(totalNs(), periodNs);
  }
}
