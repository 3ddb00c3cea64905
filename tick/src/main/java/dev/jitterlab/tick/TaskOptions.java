package dev.jitterlab.tick;

/** What can be chosen for a task beside its rate. Immutable. */
public final class TaskOptions {
  private static final TaskOptions DEFAULTS = new TaskOptions(LatePolicy.catchUp());

  private final LatePolicy latePolicy;

  private TaskOptions(LatePolicy latePolicy) {
    this.latePolicy = latePolicy;
  }

  /** Returns the defaults: catch up without a bound. */
  public static TaskOptions defaults() {
    return DEFAULTS;
  }

  /** Returns these options with another policy for missed periods. */
  public TaskOptions latePolicy(LatePolicy policy) {
    return new TaskOptions(policy);
  }

  LatePolicy latePolicy() {
    return latePolicy;
  }
}
