package dev.jitterlab.tick;

import java.time.Duration;
import java.util.Objects;

/** What can be chosen for a task beside its rate. Immutable. */
public final class TaskOptions {
  private static final int PERIODS_TO_CATCH_UP = 5;
  private static final Duration LONGEST_PHASE = Duration.ofDays(1);
  private static final TaskOptions DEFAULTS =
      new TaskOptions(LatePolicy.catchUp(PERIODS_TO_CATCH_UP), null, -1);

  private final LatePolicy latePolicy;

  /** Null for none. */
  private final ExecutionBudget budget;

  /** Negative if the scheduler chooses. */
  private final long firstAfterNs;

  private TaskOptions(LatePolicy latePolicy, ExecutionBudget budget, long firstAfterNs) {
    this.latePolicy = latePolicy;
    this.budget = budget;
    this.firstAfterNs = firstAfterNs;
  }

  /** Returns the defaults: {@link LatePolicy#catchUp(int)} with at most 5 periods, no budget. */
  public static TaskOptions defaults() {
    return DEFAULTS;
  }

  /** Returns these options with another policy for missed periods. */
  public TaskOptions latePolicy(LatePolicy policy) {
    return new TaskOptions(Objects.requireNonNull(policy, "policy"), budget, firstAfterNs);
  }

  /** Returns these options with a budget for the execution of each tick. */
  public TaskOptions budget(ExecutionBudget limit) {
    return new TaskOptions(latePolicy, Objects.requireNonNull(limit, "limit"), firstAfterNs);
  }

  /**
   * Returns these options with a given phase: the first tick is due after that time, and the
   * scheduler never moves the schedule to another phase, not even {@code partitioned}. Without it
   * the first tick is due one period after the start, or earlier where the scheduler finds a gap.
   *
   * @throws IllegalArgumentException if the time is negative or longer than a day
   */
  public TaskOptions firstTickAfter(Duration time) {
    if (time.isNegative() || time.compareTo(LONGEST_PHASE) > 0) {
      throw new IllegalArgumentException(
          "the first tick is due after 0 s to a day, not after " + time);
    }
    return new TaskOptions(latePolicy, budget, time.toNanos());
  }

  /** Returns whether the user chose the phase. */
  boolean hasPhase() {
    return firstAfterNs >= 0;
  }

  /** Returns after which time the first tick of a task of that rate is due. */
  long firstAfterNs(Rate rate) {
    return hasPhase() ? firstAfterNs : rate.periodNs();
  }

  LatePolicy latePolicy() {
    return latePolicy;
  }

  /** Returns the budget; null if there is none. */
  ExecutionBudget budget() {
    return budget;
  }
}
