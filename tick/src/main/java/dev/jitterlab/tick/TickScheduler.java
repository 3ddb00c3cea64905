package dev.jitterlab.tick;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Runs tasks at their rates:
 *
 * <pre>{@code
 * try (TickScheduler scheduler = TickScheduler.partitioned().workers(2).build()) {
 *   scheduler.start("battle-1", Rate.hz(20), tick -> battle.step());
 * }
 * }</pre>
 *
 * Thread-safe; made by the builders below, or by name for command lines ({@link TickSchedulers}).
 */
public interface TickScheduler extends AutoCloseable {
  /**
   * Returns a builder of the scheduler to take unless there is a reason for another one: workers
   * with tasks of their own, which wait for deadlines by themselves.
   */
  static SchedulerBuilder.Partitioned partitioned() {
    return new SchedulerBuilder.Partitioned();
  }

  /**
   * Returns a builder of workers that all take what is due first; tasks can schedule themselves.
   */
  static SchedulerBuilder.Lockless lockless() {
    return new SchedulerBuilder.Lockless();
  }

  /** Returns a builder of a {@link java.util.concurrent.ScheduledThreadPoolExecutor} with ticks. */
  static SchedulerBuilder.Pool scheduledPool() {
    return new SchedulerBuilder.Pool();
  }

  /** Returns a builder of one sleeping thread for each task. */
  static SchedulerBuilder.ThreadPerTask threadPerTask() {
    return new SchedulerBuilder.ThreadPerTask("thread-per-task");
  }

  /** Returns a builder of one virtual thread for each task; building needs JDK 21 or later. */
  static SchedulerBuilder.ThreadPerTask virtualThreads() {
    return new SchedulerBuilder.ThreadPerTask("virtual-threads");
  }

  /** Starts a task with the default options. */
  default TaskHandle start(String name, Rate rate, TickTask task) {
    return start(name, rate, TaskOptions.defaults(), task);
  }

  /**
   * Starts a task. Its tick 0 is due one period from now, tick n another n periods later. This
   * perfect schedule is re-based for a change of rate and by nobody else, but that {@code
   * partitioned} moves a task: the first tick to an earlier time, so that tasks follow one another,
   * and others when the measured executions turn out not to fit. No move is silent: see {@link
   * Tick#isReanchored}. If it throws, such as an OutOfMemoryError where the system has no thread
   * left, nothing is left of the task.
   *
   * @throws IllegalStateException after {@link #close}
   */
  TaskHandle start(String name, Rate rate, TaskOptions options, TickTask task);

  /** Returns the number of tasks that were started and are not stopped. */
  int activeTasks();

  /** Returns the number of active tasks that exceeded their {@link ExecutionBudget} too often. */
  default int quarantinedTasks() {
    return 0;
  }

  /**
   * Returns the periods of active tasks that are over and whose own tick has not begun, as far as
   * the listener was not told of them. They become {@linkplain Tick#overduePeriods overdue} with
   * the next tick, and with none if the task hangs. Looks at every task; for a scrape, not for a
   * tick.
   */
  default WaitingPeriods waitingPeriods() {
    return WaitingPeriods.NONE;
  }

  /** Returns how many ticks ended with an exception, of the task or of its listener. */
  long failedTicks();

  /**
   * Returns what became of the {@link ThreadSettings} on each worker thread; empty for schedulers
   * that have no use for them.
   */
  default List<ThreadSettingReport> threadSettings() {
    return List.of();
  }

  /**
   * Returns why ticks have no {@linkplain Tick#hasThreadTimes thread times}; empty if they have. At
   * most 256 threads read them, each from a file of its own.
   */
  default Optional<String> threadTimesOff() {
    return Optional.of("this scheduler does not read them");
  }

  /** Returns how long workers have spun by {@link Waiting#PARK_SPIN} so far, in nanoseconds. */
  default long spunNs() {
    return 0;
  }

  /** Returns how many ticks were run by a worker that was not their own, because overdue. */
  default long takenOverTicks() {
    return 0;
  }

  /**
   * Stops every task, wakes what sleeps, and waits up to that time for running ticks to end. A long
   * tick can see by {@link TaskHandle#isStopped} that it is to end. Ticks still running after that
   * time are interrupted. An interrupt of the calling thread does not shorten the wait, and is
   * kept.
   *
   * <p>A tick that closes its own scheduler does not wait for itself. Two ticks on different
   * threads that close it at the same time wait for each other until the limit.
   *
   * @return whether all ticks had ended in time; false, too, if the limit is so short, such as
   *     zero, that a sleeping thread has not woken up by then
   */
  boolean close(Duration limit);

  /** Closes with a limit of two seconds. */
  @Override
  default void close() {
    boolean unused = close(Duration.ofSeconds(2));
  }
}
