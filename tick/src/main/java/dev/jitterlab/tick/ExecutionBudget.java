package dev.jitterlab.tick;

/**
 * How long a tick of a task may take, and what becomes of a task that keeps taking longer: it goes
 * into quarantine, and comes out once it has behaved for a while. Immutable.
 *
 * <p>Execution is measured by the clock on the wall: a tick that was preempted, or that a pause of
 * the JVM fell into, has taken long, too. So one tick says nothing, and the rule asks for several
 * of the last ones.
 *
 * <p>What quarantine does depends on the scheduler. {@code partitioned} moves the task to a thread
 * that runs quarantined tasks only, where it delays nobody else; a tick that is running cannot be
 * moved, only the next one. With {@code scheduled-pool} and {@code lockless} all tasks share all
 * threads: there it is counted and shown, and no more. With {@code thread-per-task}, {@code
 * thread-per-task-park} and {@code virtual-threads} there is nothing to isolate, since a task
 * delays no thread but its own.
 */
public final class ExecutionBudget {
  /** The last ticks are kept as the bits of a long. */
  static final int MOST_TICKS_LOOKED_AT = Long.SIZE;

  private final long limitNs;
  private final int overTicks;
  private final int lastTicks;
  private final int withinTicks;

  private ExecutionBudget(long limitNs, int overTicks, int lastTicks, int withinTicks) {
    this.limitNs = limitNs;
    this.overTicks = overTicks;
    this.lastTicks = lastTicks;
    this.withinTicks = withinTicks;
  }

  /**
   * Returns a budget of that many nanoseconds a tick. A task goes into quarantine when 8 of its
   * last 16 ticks took longer, and comes out after 64 in a row that did not.
   */
  public static ExecutionBudget ofNs(long limitNs) {
    if (limitNs < 1) {
      throw new IllegalArgumentException("a budget is at least 1 ns, not " + limitNs);
    }
    return new ExecutionBudget(limitNs, 8, 16, 64);
  }

  /** Returns this budget with quarantine after {@code over} of the {@code last} ticks, up to 64. */
  public ExecutionBudget quarantineAfter(int over, int last) {
    if (over < 1 || over > last || last > MOST_TICKS_LOOKED_AT) {
      throw new IllegalArgumentException(
          "quarantine comes after 1 or more of the last ticks, of which "
              + MOST_TICKS_LOOKED_AT
              + " are looked at, at most; not after "
              + over
              + " of "
              + last);
    }
    return new ExecutionBudget(limitNs, over, last, withinTicks);
  }

  /** Returns this budget with release after that many ticks in a row that kept to it. */
  public ExecutionBudget releaseAfter(int within) {
    if (within < 1) {
      throw new IllegalArgumentException("release comes after 1 or more ticks, not " + within);
    }
    return new ExecutionBudget(limitNs, overTicks, lastTicks, within);
  }

  long limitNs() {
    return limitNs;
  }

  int overTicks() {
    return overTicks;
  }

  int lastTicks() {
    return lastTicks;
  }

  int withinTicks() {
    return withinTicks;
  }
}
