package dev.jitterlab.tick;

import java.util.Optional;
import java.util.concurrent.Delayed;
import java.util.concurrent.RunnableScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/**
 * A fixed number of threads over one {@link ScheduledThreadPoolExecutor}: the thesis's new system
 * (seed 1, section 6.3.3). All workers share the executor's one queue under one lock.
 *
 * <p>A task is put into that queue itself, as the executor does with its own periodic tasks. The
 * public {@code scheduleAtFixedRate} would keep a schedule of its own, shifted against ours by the
 * time that passes inside the call, and {@code schedule} would allocate at every tick.
 */
final class ScheduledPoolScheduler implements TickScheduler {
  private final TaskContext context;
  private final ScheduledThreadPoolExecutor pool;

  ScheduledPoolScheduler(TaskContext context, int threads) {
    this.context = context;
    AtomicInteger number = new AtomicInteger();
    this.pool =
        new ScheduledThreadPoolExecutor(
            threads, loop -> new PoolThread(context, loop, number.incrementAndGet()));
    pool.prestartAllCoreThreads();
  }

  @Override
  public TaskHandle start(String name, Rate rate, TaskOptions options, TickTask task) {
    if (pool.isShutdown()) {
      throw new IllegalStateException("the scheduler is closed");
    }
    PeriodicTask periodic = new PeriodicTask(context, name, rate, options, task);
    enqueue(new QueuedTask(periodic, context.clock(), this::enqueue));
    return periodic;
  }

  private void enqueue(QueuedTask task) {
    if (pool.isShutdown()) {
      task.cancel(false);
    } else {
      pool.getQueue().add(task);
    }
  }

  @Override
  public int activeTasks() {
    return context.activeTasks();
  }

  @Override
  public int quarantinedTasks() {
    return context.quarantinedTasks().get();
  }

  @Override
  public long failedTicks() {
    return context.failedTicks();
  }

  @Override
  public Optional<String> threadTimesOff() {
    return context.threadTimes().whyOff();
  }

  @Override
  public void close() {
    pool.shutdown(); // cancels what is queued; a running task finds the pool shut down afterwards
    try {
      if (!pool.awaitTermination(2, TimeUnit.SECONDS)) {
        pool.shutdownNow();
      }
    } catch (InterruptedException e) {
      pool.shutdownNow();
      Thread.currentThread().interrupt();
    }
  }

  /** A thread of the pool, with what reads its times. */
  private static final class PoolThread extends Thread {
    private final TaskContext context;
    private ThreadTimes times = ThreadTimes.OFF;

    PoolThread(TaskContext context, Runnable loop, int number) {
      super(loop, "tick-pool-" + number);
      this.context = context;
      setDaemon(true);
    }

    @Override
    public void run() {
      try (ThreadTimes opened = context.threadTimes().open(context.clock())) {
        times = opened;
        super.run();
      }
    }

    static ThreadTimes timesOfThisThread() {
      Thread thread = Thread.currentThread();
      return thread instanceof PoolThread ? ((PoolThread) thread).times : ThreadTimes.OFF;
    }
  }

  /** A task in the executor's queue: ordered by deadline, put back after every tick. */
  static final class QueuedTask implements RunnableScheduledFuture<Void> {
    private final PeriodicTask task;
    private final NanoClock clock;
    private final Consumer<QueuedTask> requeue;

    QueuedTask(PeriodicTask task, NanoClock clock, Consumer<QueuedTask> requeue) {
      this.task = task;
      this.clock = clock;
      this.requeue = requeue;
    }

    @Override
    public void run() {
      ThreadTimes times = PoolThread.timesOfThisThread();
      boolean goesOn = task.runTick(times);
      long nowNs = task.lastFinishedNs();
      if (goesOn) {
        requeue.accept(this); // from here on, another thread may run it
      }
      times.afterTick(nowNs);
    }

    @Override
    public long getDelay(TimeUnit unit) {
      return unit.convert(task.deadlineNs() - clock.nanoTime(), TimeUnit.NANOSECONDS);
    }

    @Override
    public int compareTo(Delayed other) {
      return Long.signum(task.deadlineNs() - ((QueuedTask) other).task.deadlineNs());
    }

    @Override
    public boolean isPeriodic() {
      return true;
    }

    @Override
    public boolean cancel(boolean mayInterruptIfRunning) {
      boolean first = !task.isStopped();
      task.stop();
      return first;
    }

    @Override
    public boolean isCancelled() {
      return task.isStopped();
    }

    @Override
    public boolean isDone() {
      return task.isStopped();
    }

    /** Not used by the executor; a periodic task has no result. */
    @Override
    public Void get() {
      return null;
    }

    /** Not used by the executor; a periodic task has no result. */
    @Override
    public Void get(long timeout, TimeUnit unit) {
      return null;
    }
  }
}
