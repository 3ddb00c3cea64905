package dev.jitterlab.tick;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Delayed;
import java.util.concurrent.RunnableScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
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
  /** What a stopped task may stay in the queue for. */
  private static final long LONG_WAIT_NS = TimeUnit.SECONDS.toNanos(1);

  /** Each at its number; one that replaces another is in its place. */
  private final List<PoolThread> threads = new CopyOnWriteArrayList<>();

  private final ThreadSettings settings;
  private final ScheduledThreadPoolExecutor pool;

  ScheduledPoolScheduler(TaskContext context, int threadCount, ThreadSettings settings) {
    super(context);
    this.settings = settings;
    this.pool = new ScheduledThreadPoolExecutor(threadCount, this::newThread);
    try {
      pool.prestartAllCoreThreads();
    } catch (Throwable e) {
      pool.shutdown(); // those that were started
      throw e;
    }
  }

  /**
   * Makes a thread for the executor, which asks for one when it is created, and then only on a
   * thread of its own that ends by a failure and is to be replaced. The new one has the number and
   * the CPU of the old one.
   */
  Thread newThread(Runnable loop) {
    int replaced = threads.indexOf(Thread.currentThread());
    int number = replaced < 0 ? threads.size() : replaced;
    PoolThread thread = new PoolThread(context, loop, number, settings);
    context.starts(thread);
    if (replaced < 0) {
      threads.add(thread);
    } else {
      threads.set(number, thread);
    }
    return thread;
  }

  @Override
  public TaskHandle start(String name, Rate rate, TaskOptions options, TickTask task) {
    if (pool.isShutdown()) {
      throw new IllegalStateException("the scheduler is closed");
    }
    PoolTask periodic = new PoolTask(name, rate, options, task);
    periodic.queued = new QueuedTask(periodic, context.clock(), this::enqueue);
    periodic.queued.enqueue();
    return periodic;
  }

  private void enqueue(QueuedTask task) {
    pool.getQueue().add(task);
    if (pool.isShutdown()) { // asked last: who shuts it down has seen the task, or is seen
      task.cancel(false);
      pool.remove(task);
    } else if (task.isCancelled()) { // asked last, too: who stopped it may have looked before
      pool.remove(task);
    }
  }

  /** Returns how many tasks wait for their next tick. */
  int waitingTasks() {
    return pool.getQueue().size();
  }

  @Override
  public List<ThreadSettingReport> threadSettings() {
    return threads.stream()
        .filter(thread -> thread.getState() != Thread.State.NEW) // it could not be started
        .flatMap(thread -> thread.settingReports().stream())
        .collect(Collectors.toList());
  }

  /**
   * Stops the tasks and takes them out of the queue at once. The executor's shutdown alone takes
   * each out by a search, which for many tasks is longer than the limit.
   */
  @Override
  public boolean close(Duration limit) {
    context.endAll(); // first: no task whose tick runs is put back
    pool.getQueue().clear();
    pool.shutdown(); // cancels what has been queued since
    context.endAll(); // and what was started before the queue was cleared
    return ThreadEnd.await(threads.stream(), limit);
  }

  /**
   * A task that leaves the queue when it is stopped long before its next tick. To find it there
   * takes the queue's lock and a look at every task, so one that is due soon stays and is dropped
   * then.
   */
  private final class PoolTask extends PeriodicTask {
    /** Set before it is queued for the first time. */
    private QueuedTask queued;

    PoolTask(String name, Rate rate, TaskOptions options, TickTask task) {
      super(ScheduledPoolScheduler.this.context, name, rate, options, task);
    }

    @Override
    void end(TaskEnd.Reason reason, Throwable failure) {
      if (isStopped()) {
        return;
      }
      super.end(reason, failure);
      if (reason == TaskEnd.Reason.STOPPED
          && queued.getDelay(TimeUnit.NANOSECONDS) > LONG_WAIT_NS) {
        pool.remove(queued);
      }
    }
  }

  /** A thread of the pool, with its settings and what reads its times. */
  private static final class PoolThread extends SettledThread {
    private TickThread own = new TickThread();

    PoolThread(TaskContext context, Runnable loop, int number, ThreadSettings settings) {
      super(context, loop, "pool-" + (number + 1), number, settings);
    }

    @Override
    public void run() {
      try (TickThread opened = openOrBare()) {
        own = opened;
        super.run();
      }
    }

    /** The executor counts on a thread that was started: without thread times it runs, too. */
    private TickThread openOrBare() {
      try {
        return open();
      } catch (Throwable e) {
        WorkerThread.tellHandler(this, e);
        return new TickThread();
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
    private final Consumer<QueuedTask> queue;

    QueuedTask(PeriodicTask task, NanoClock clock, Consumer<QueuedTask> queue) {
      this.task = task;
      this.clock = clock;
      this.queue = queue;
    }

    /** Goes into the queue. What that throws ends the task, which nobody would run again. */
    void enqueue() {
      try {
        queue.accept(this);
      } catch (Throwable e) {
        task.end(TaskEnd.Reason.FAILED, e);
        throw e;
      }
    }

    @Override
    public void run() {
      TickThread thread = PoolThread.current();
      long endNs = task.lastFinishedNs();
      try {
        boolean goesOn = task.runTick(thread);
        endNs = task.lastFinishedNs();
        if (goesOn) {
          enqueue(); // from here on, another thread may run it
        }
      } catch (Throwable e) {
        WorkerThread.tellHandler(
            Thread.currentThread(), e); // the thread stays, with its number, CPU and priority
      }
      thread.times().afterTick(endNs);
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
