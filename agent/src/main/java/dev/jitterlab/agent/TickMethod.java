package dev.jitterlab.agent;

import java.util.function.Consumer;
import java.util.function.IntFunction;

/**
 * A method of the server that is a tick. Its tasks are one for each receiver, or one in all if it
 * is static; {@link TickTasks} says with which methods it shares them. Told the receiver of a call
 * (null if static), it returns whom to tell of the call's end; null if the call is no tick. Never
 * throws. Thread-safe.
 */
final class TickMethod extends WatchedMethod {
  private final TickCalls counts;
  private final WatchedTask staticTask;
  private final WatchedTasks tasks;
  private final IntFunction<WatchedTask> newTask;

  /**
   * Creates a method that nobody calls yet.
   *
   * @param staticTask the task of calls without a receiver
   * @param tasks those of receivers
   * @param newTask makes the task of a new receiver, the nth from 1
   */
  TickMethod(
      MethodName name,
      TickCalls counts,
      WatchedTask staticTask,
      WatchedTasks tasks,
      IntFunction<WatchedTask> newTask) {
    super(name, "ticks");
    this.counts = counts;
    this.staticTask = staticTask;
    this.tasks = tasks;
    this.newTask = newTask;
  }

  @Override
  public Consumer<Throwable> apply(Object receiver) {
    try {
      WatchedTask task = receiver == null ? staticTask : tasks.of(receiver, newTask);
      if (task != null) {
        return task.begin();
      }
      counts.crowdedOut.increment();
    } catch (Throwable e) {
      counts.broken(e);
    }
    return null;
  }
}
