package dev.jitterlab.tick;

/** Runs tasks at their rates. Thread-safe; made by {@link TickSchedulers}. */
public interface TickScheduler extends AutoCloseable {
  /**
   * Starts a task. Its tick 0 is due one period from now, tick n another n periods later; this
   * perfect schedule is never re-based. A tick that overruns delays the next ones, which then
   * follow without a pause until the schedule is caught up with.
   *
   * @throws IllegalStateException after {@link #close}
   */
  TaskHandle start(String name, Rate rate, TickTask task);

  /** Returns the number of tasks that were started and are not stopped. */
  int activeTasks();

  /** Returns how many ticks ended with an exception, of the task or of its listener. */
  long failedTicks();

  /**
   * Stops every task and waits up to two seconds for running ticks to end. Ticks still running then
   * are interrupted.
   */
  @Override
  void close();
}
