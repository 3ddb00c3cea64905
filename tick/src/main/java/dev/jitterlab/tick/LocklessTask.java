package dev.jitterlab.tick;

/**
 * A task of the {@code lockless} scheduler. All its state, but what {@link PeriodicTask} lets any
 * thread change, belongs to whoever has claimed it from {@link DueTasks}.
 */
class LocklessTask extends PeriodicTask {
  private static final int MEMORY = 8;

  /** Its place in {@link DueTasks}, from its start to its end. */
  int slot;

  /** Where it is; null before it is added. */
  private DueTasks tasks;

  private long expectedNs;

  LocklessTask(TaskContext context, String name, Rate rate, TaskOptions options, TickTask task) {
    super(context, name, rate, options, task);
  }

  LocklessTask(TaskContext context, String name, TaskSchedule schedule, TickTask task) {
    super(context, name, schedule, TaskOptions.defaults(), task);
  }

  /** Says where it is from its start to its end, and in which slot. */
  void isIn(DueTasks those, int itsSlot) {
    slot = itsSlot;
    tasks = those;
  }

  /**
   * Takes it out of the order, too, unless somebody has claimed it, who then does that. Of a task
   * that has ended it takes out nothing: its slot may be another's.
   */
  @Override
  void end(TaskEnd.Reason reason, Throwable failure) {
    if (isStopped()) {
      return;
    }
    super.end(reason, failure);
    DueTasks those = tasks;
    if (those != null) {
      those.forget(this);
    }
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
