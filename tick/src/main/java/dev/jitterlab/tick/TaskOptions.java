package dev.jitterlab.tick;

import java.util.Objects;

/** What can be chosen for a task beside its rate. Immutable. */
public final class TaskOptions {
  private static final int PERIODS_TO_CATCH_UP = 5;
  private static final TaskOptions DEFAULTS =
      new TaskOptions(LatePolicy.catchUp(PERIODS_TO_CATCH_UP), null);

  private final LatePolicy latePolicy;

  /** Null for none. */
  private final ExecutionBudget budget;

  private TaskOptions(LatePolicy latePolicy, ExecutionBudget budget) {
    this.latePolicy = latePolicy;
    this.budget = budget;
  }

  /** Returns the defaults: {@link LatePolicy#catchUp(int)} with at most 5 periods, no budget. */
  public static TaskOptions defaults() {
    return DEFAULTS;
  }

  /** Returns these options with another policy for missed periods. */
  public TaskOptions latePolicy(LatePolicy policy) {
    return new TaskOptions(Objects.requireNonNull(policy, "policy"), budget);
  }

  /** Returns these options with a budget for the execution of each tick. */
  public TaskOptions budget(ExecutionBudget limit) {
    return new TaskOptions(latePolicy, Objects.requireNonNull(limit, "limit"));
  }

  LatePolicy latePolicy() {
    return latePolicy;
  }

  /** Returns the budget; null if there is none. */
  ExecutionBudget budget() {
    return budget;
  }
}
