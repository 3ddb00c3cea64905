package dev.jitterlab.tick;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Delayed;
import java.util.concurrent.RunnableScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/**
 * A fixed number of threads over one {@link ScheduledThreadPoolExecutor}: the thesis's new system
 * (thesis, section 6.3.3). All workers share the executor's one queue under one lock.
 *
 * <p>A task is put into that queue itself, as the executor does with its own periodic tasks. The
 * public {@code scheduleAtFixedRate} would keep a schedule of its own, shifted against ours by the
 * time that passes inside the call, and {@code schedule} would allocate at every tick.
 */
final class ScheduledPoolScheduler extends TaskScheduler {
  private final AtomicInteger threadNumber = new AtomicInteger();
  private final List<PoolThread> threads = new CopyOnWriteArrayList<>();
  private final ScheduledThreadPoolExecutor pool;

  ScheduledPoolScheduler(TaskContext context, int threadCount, ThreadSettings settings) {
    super(context);
    this.pool = new ScheduledThreadPoolExecutor(threadCount, loop -> newThread(loop, settings));
    try {
      pool.prestartAllCoreThreads();
    } catch (Throwable e) {
      pool.shutdown(); // those that were started
      throw e;
    }
  }

  private Thread newThread(Runnable loop, ThreadSettings settings) {
    PoolThread thread = new PoolThread(context, loop, threadNumber.incrementAndGet(), settings);
    context.starts(thread);
    threads.add(thread);
    return thread;
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
    pool.getQueue().add(task);
    if (pool.isShutdown()) { // asked last: who shuts it down has seen the task, or is seen
      task.cancel(false);
      pool.remove(task);
    }
  }

  @Override
  public List<ThreadSettingReport> threadSettings() {
    return threads.stream()
        .flatMap(thread -> thread.settingReports().stream())
        .collect(Collectors.toList());
  }

  @Override
  public boolean close(Duration limit) {
    pool.shutdown(); // cancels what is queued; a running task finds the pool shut down afterwards
    return ThreadEnd.await(threads.stream(), limit);
  }

  /** A thread of the pool, with its settings and what reads its times. */
  private static final class PoolThread extends SettledThread {
    private TickThread own = new TickThread();

    PoolThread(TaskContext context, Runnable loop, int number, ThreadSettings settings) {
      super(context, loop, "pool-" + number, number - 1, settings);
    }

    @Override
    public void run() {
      try (TickThread opened = open()) {
        own = opened;
        super.run();
      }
    }

    /** Returns that of the calling thread; a new one if that is not of a pool, as in tests. */
    static TickThread current() {
      Thread thread = Thread.currentThread();
      return thread instanceof PoolThread ? ((PoolThread) thread).own : new TickThread();
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
      TickThread thread = PoolThread.current();
      boolean goesOn = false;
      try {
        goesOn = task.runTick(thread);
      } catch (Throwable e) {
        WorkerThread.tellHandler(
            Thread.currentThread(), e); // the thread stays, with its number, CPU and priority
      }
      long nowNs = task.lastFinishedNs();
      if (goesOn) {
        requeue.accept(this); // from here on, another thread may run it
      }
      thread.times().afterTick(nowNs);
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
      task.end(TaskEnd.Reason.CLOSED, null);
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
