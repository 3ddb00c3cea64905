package dev.jitterlab.tick;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * Makes a scheduler by a name that a user gave, such as on a command line. In code, the builders of
 * {@link TickScheduler} are better: an option that does not apply does not compile there.
 *
 * <pre>{@code
 * TickRecorder recorder = new TickRecorder();
 * try (TickScheduler scheduler =
 *     TickSchedulers.named("partitioned").threads(2).listener(recorder).create()) {
 *   scheduler.start("battle-1", Rate.hz(20), tick -> battle.step());
 * }
 * }</pre>
 *
 * Not thread-safe; what it makes is.
 */
public final class TickSchedulers {
  /** The schedulers there are. */
  private enum Kind {
    THREAD_PER_TASK("thread-per-task"),
    THREAD_PER_TASK_PARK("thread-per-task-park"),
    SCHEDULED_POOL("scheduled-pool"),
    VIRTUAL_THREADS("virtual-threads"),
    PARTITIONED("partitioned"),
    LOCKLESS("lockless");

    private final String label;

    Kind(String label) {
      this.label = label;
    }
  }

  private static final System.Logger LOG = System.getLogger(TickSchedulers.class.getName());

  /** The scheduler to take unless there is a reason for another one. */
  public static final String DEFAULT_NAME = Kind.PARTITIONED.label;

  private final Kind kind;
  private int threads = Runtime.getRuntime().availableProcessors();
  private TickListener listener = tick -> {};
  private Waiting waiting = Waiting.PARK_SPIN;
  private double spinBudget = SpinBudget.DEFAULT_SHARE;
  private Parker parker = Parker.OF_THIS_THREAD;
  private boolean threadTimes = true;
  private ThreadSettings threadSettings;
  private FailureHandler failureHandler = TickSchedulers::logAndStop;
  private String threadPrefix = "tick";

  private TickSchedulers(Kind kind) {
    this.kind = kind;
    this.threadSettings = waitsItself() ? ThreadSettings.defaults() : ThreadSettings.none();
  }

  /**
   * Starts to make a scheduler.
   *
   * @param name one of {@link #names}
   * @throws IllegalArgumentException for any other name
   */
  public static TickSchedulers named(String name) {
    for (Kind kind : Kind.values()) {
      if (kind.label.equals(name)) {
        return new TickSchedulers(kind);
      }
    }
    throw new IllegalArgumentException("no scheduler " + name + "; there are " + names());
  }

  /** Returns the names of the schedulers that this JDK can run. */
  public static List<String> availableNames() {
    List<String> names = names();
    if (!VirtualThreads.exist()) {
      names.remove(Kind.VIRTUAL_THREADS.label);
    }
    return names;
  }

  /** Returns the names of all schedulers. */
  public static List<String> names() {
    List<String> names = new ArrayList<>();
    for (Kind kind : Kind.values()) {
      names.add(kind.label);
    }
    return names;
  }

  /** Sets the number of workers of a pool (default: one a core); others have no use for it. */
  public TickSchedulers threads(int threads) {
    if (threads < 1) {
      throw new IllegalArgumentException("a scheduler needs at least 1 thread, not " + threads);
    }
    this.threads = threads;
    return this;
  }

  /** Returns whether its workers wait for deadlines themselves, so that {@link #waiting} counts. */
  public boolean waitsItself() {
    return kind == Kind.PARTITIONED || kind == Kind.LOCKLESS;
  }

  /**
   * Sets how the workers of {@code partitioned} and {@code lockless} wait; default: {@link
   * Waiting#PARK_SPIN}.
   */
  public TickSchedulers waiting(Waiting waiting) {
    this.waiting = Objects.requireNonNull(waiting, "waiting");
    return this;
  }

  /**
   * Sets what the one worker of {@code lockless} does while it waits, in all ways of waiting;
   * others have no use for it. What it does in {@link Parker#spin} counts as spinning.
   */
  public TickSchedulers parker(Parker parker) {
    this.parker = Objects.requireNonNull(parker, "parker");
    return this;
  }

  /**
   * Bounds the spinning of {@link Waiting#PARK_SPIN}.
   *
   * @param cores what all workers together may spend, as a share of one core; default: 0.03
   */
  public TickSchedulers spinBudget(double cores) {
    SpinBudget.check(cores);
    this.spinBudget = cores;
    return this;
  }

  /**
   * Sets what {@code partitioned}, {@code lockless} and {@code scheduled-pool} ask for their
   * threads; default: the least timer slack for the first two and nothing for the last. Others have
   * no use for it.
   */
  public TickSchedulers threadSettings(ThreadSettings settings) {
    this.threadSettings = Objects.requireNonNull(settings, "settings");
    return this;
  }

  /**
   * Sets whether late ticks, and one in 256 of the others, find out the CPU time and the run-queue
   * delay of their thread (see {@link Tick#hasThreadTimes}); default: yes, where the system has
   * them.
   */
  public TickSchedulers threadTimes(boolean isRead) {
    this.threadTimes = isRead;
    return this;
  }

  /**
   * Sets how the names of the scheduler's threads begin; default: {@code tick}, for names such as
   * {@code tick-worker-0}.
   */
  public TickSchedulers threadNames(String prefix) {
    this.threadPrefix = Objects.requireNonNull(prefix, "prefix");
    return this;
  }

  /** Sets who is told of every tick; default: nobody. */
  public TickSchedulers listener(TickListener listener) {
    this.listener = Objects.requireNonNull(listener, "listener");
    return this;
  }

  /** Sets who decides about failing tasks; default: the failure is logged and the task stopped. */
  public TickSchedulers onFailure(FailureHandler failureHandler) {
    this.failureHandler = Objects.requireNonNull(failureHandler, "failureHandler");
    return this;
  }

  /**
   * Makes the scheduler. Its owner closes it.
   *
   * @throws IllegalArgumentException for {@code virtual-threads} on a JDK that has none
   * @throws IllegalStateException if there are to be workers and not one of them could start, or if
   *     several threads of {@code lockless} were to share a {@link #parker}
   */
  public TickScheduler create() {
    TaskContext context = context();
    switch (kind) {
      case THREAD_PER_TASK:
        return new ThreadPerTaskScheduler(
            context,
            ThreadPerTaskScheduler::platformThread,
            ThreadPerTaskScheduler.Precision.MILLISECONDS);
      case THREAD_PER_TASK_PARK:
        return new ThreadPerTaskScheduler(
            context,
            ThreadPerTaskScheduler::platformThread,
            ThreadPerTaskScheduler.Precision.NANOSECONDS);
      case SCHEDULED_POOL:
        return new ScheduledPoolScheduler(context, threads, threadSettings);
      case VIRTUAL_THREADS:
        return new ThreadPerTaskScheduler(
            context, VirtualThreads.factory(), ThreadPerTaskScheduler.Precision.MILLISECONDS);
      case PARTITIONED:
        return new PartitionedScheduler(context, threads, waiting, spinBudget, threadSettings);
      case LOCKLESS:
        return createLockless();
    }
    throw new AssertionError(kind);
  }

  /**
   * Makes the {@code lockless} scheduler, on which tasks can schedule themselves. Its owner closes
   * it.
   *
   * @throws IllegalStateException if another one was named, several threads were to share a {@link
   *     #parker}, or not one of them could start
   */
  public LocklessScheduler createLockless() {
    if (kind != Kind.LOCKLESS) {
      throw new IllegalStateException(
          kind.label
              + " was named; only "
              + Kind.LOCKLESS.label
              + " can be made by createLockless");
    }
    if (parker != Parker.OF_THIS_THREAD && threads != 1) {
      throw new IllegalStateException("a parker is one thread's; ask for 1 thread, not " + threads);
    }
    return new LocklessScheduler(context(), threads, waiting, spinBudget, threadSettings, parker);
  }

  private TaskContext context() {
    return new TaskContext(
        System::nanoTime, listener, failureHandler, threadTimesSource(), threadPrefix);
  }

  private ThreadTimesSource threadTimesSource() {
    if (!threadTimes) {
      return ThreadTimesSource.off("not asked for");
    }
    if (kind == Kind.VIRTUAL_THREADS) {
      return ThreadTimesSource.off("the system knows no virtual threads");
    }
    return ThreadTimesSource.of(Schedstat.FILE);
  }

  private static FailureHandler.Decision logAndStop(Tick tick, Exception failure) {
    LOG.log(
        System.Logger.Level.ERROR,
        "task " + tick.task() + " failed at tick " + tick.index() + " and is stopped",
        failure);
    return FailureHandler.Decision.STOP;
  }
}
