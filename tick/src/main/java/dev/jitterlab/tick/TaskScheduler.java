package dev.jitterlab.tick;

import java.util.Optional;

/** What schedulers of every kind tell of their tasks. Thread-safe. */
abstract class TaskScheduler implements TickScheduler {
  final TaskContext context;

  TaskScheduler(TaskContext context) {
    this.context = context;
  }

  @Override
  public final int activeTasks() {
    return context.activeTasks();
  }

  @Override
  public final int quarantinedTasks() {
    return context.quarantinedTasks().get();
  }

  @Override
  public final WaitingPeriods waitingPeriods() {
    return context.waitingPeriods();
  }

  @Override
  public final long failedTicks() {
    return context.failedTicks();
  }

  @Override
  public final Optional<String> threadTimesOff() {
    return context.threadTimes().whyOff();
  }
}
