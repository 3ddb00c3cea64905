package dev.jitterlab.tick;

/**
 * A task of the {@code lockless} scheduler. All its state, but what {@link PeriodicTask} lets any
 * thread change, belongs to whoever has claimed it from {@link DueTasks}.
 */
class LocklessTask extends PeriodicTask {
  private static final int MEMORY = 8;

  /** Its place in {@link DueTasks}, from its start to its end. */
  int slot;

  private long expectedNs;

  LocklessTask(TaskContext context, String name, Rate rate, TaskOptions options, TickTask task) {
    super(context, name, rate, options, task);
  }

  LocklessTask(TaskContext context, String name, TaskSchedule schedule, TickTask task) {
    super(context, name, schedule, TaskOptions.defaults(), task);
  }

  /** Returns how long the next tick will take, going by the last ones. */
  long expectedNs() {
    return expectedNs;
  }

  /** Takes in how long a tick took. */
  void learnExecution(long executionNs) {
    expectedNs += (executionNs - expectedNs) / MEMORY;
  }
}
