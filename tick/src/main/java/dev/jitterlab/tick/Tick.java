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
  private final Rate rate;
  private long index = -1;
  private long scheduledNs;
  private long startedNs;
  private long finishedNs;
  private long previousFinishedNs;

  Tick(String task, Rate rate) {
    this.task = task;
    this.rate = rate;
  }

  void start(long scheduledNs, long startedNs) {
    this.previousFinishedNs = finishedNs;
    this.index++;
    this.scheduledNs = scheduledNs;
    this.startedNs = startedNs;
    this.finishedNs = startedNs;
  }

  void finish(long finishedNs) {
    this.finishedNs = finishedNs;
  }

  /** Returns the name of the task. */
  public String task() {
    return task;
  }

  /** Returns the rate of the task. */
  public Rate rate() {
    return rate;
  }

  /** Returns the number of this tick, from 0. */
  public long index() {
    return index;
  }

  /** Returns when this tick was due: the task's start + index × period, never re-based. */
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
    return threshold.isExceededBy(totalNs(), rate.periodNs());
  }
}
