package dev.jitterlab.tick;

import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadFactory;

/**
 * One thread a task, asleep until the next tick: the thesis's old system (thesis, section 6.3.3).
 * All scheduling is the operating system's. Java's millisecond sleep is rounded up, so a tick
 * starts up to 1 ms after its time and never before it; that is the figure this control stands for.
 *
 * <p>With virtual threads the same loop is {@code virtual-threads}: the JVM maps the tasks to a few
 * threads of the operating system, and wakes them itself.
 */
final class ThreadPerTaskScheduler extends TaskScheduler {
  private final ThreadFactory threads;
  private final Set<TaskThread> running = ConcurrentHashMap.newKeySet();
  private volatile boolean closed;

  ThreadPerTaskScheduler(TaskContext context, ThreadFactory threads) {
    super(context);
    this.threads = threads;
  }

  /** Makes threads of the operating system that do not keep the JVM alive. */
  static Thread platformThread(Runnable loop) {
    Thread thread = new Thread(loop);
    thread.setDaemon(true);
    return thread;
  }

  @Override
  public TaskHandle start(String name, Rate rate, TaskOptions options, TickTask task) {
    if (closed) {
      throw new IllegalStateException("the scheduler is closed");
    }
    PeriodicTask periodic = new PeriodicTask(context, name, rate, options, task);
    TaskThread own = new TaskThread(new SleepLoop(periodic, context.clock(), Thread::sleep));
    running.add(own);
    own.thread.start();
    if (closed) {
      periodic.end(TaskEnd.Reason.CLOSED, null);
    }
    return periodic;
  }

  @Override
  public boolean close(Duration limit) {
    closed = true;
    running.forEach(own -> own.loop.task().end(TaskEnd.Reason.CLOSED, null));
    return ThreadEnd.await(running.stream().map(own -> own.thread), limit);
  }

  /** What a task's thread does, one tick a step. */
  static final class SleepLoop {
    /** Waits for whole milliseconds, as {@link Thread#sleep(long)} does. */
    interface Sleeper {
      void sleep(long ms) throws InterruptedException;
    }

    private final PeriodicTask task;
    private final NanoClock clock;
    private final Sleeper sleeper;
    private TickThread thread = new TickThread();

    SleepLoop(PeriodicTask task, NanoClock clock, Sleeper sleeper) {
      this.task = task;
      this.clock = clock;
      this.sleeper = sleeper;
    }

    /** Says what belongs to the thread that calls {@link #step}; before the first step. */
    void runsOn(TickThread ownThread) {
      this.thread = ownThread;
    }

    PeriodicTask task() {
      return task;
    }

    /**
     * Waits for the next tick and runs it. Returns whether the task ticks on. An interrupt ends the
     * wait of a stopped task only; else a tick or somebody else has left it behind.
     */
    boolean step() {
      long nowNs = clock.nanoTime();
      thread.times().beforeWait(nowNs, task.deadlineNs());
      long leftNs = task.deadlineNs() - nowNs;
      while (leftNs > 0) {
        try {
          sleeper.sleep((leftNs + 999_999) / 1_000_000);
        } catch (InterruptedException e) {
          if (task.isStopped()) {
            return false;
          }
        }
        leftNs = task.deadlineNs() - clock.nanoTime();
      }
      boolean goesOn = task.runTick(thread);
      if (goesOn) {
        boolean unused = Thread.interrupted(); // a tick's own, which is over
      }
      return goesOn;
    }
  }

  /** A task's thread, and what it does. */
  private final class TaskThread implements Runnable {
    private final SleepLoop loop;
    private final Thread thread;

    TaskThread(SleepLoop loop) {
      this.loop = loop;
      this.thread = threads.newThread(this);
      thread.setName(context.threadName(loop.task().name()));
    }

    @Override
    public void run() {
      try (TickThread own = TickThread.open(context)) {
        loop.runsOn(own);
        while (loop.step()) {}
      } finally {
        loop.task().end(TaskEnd.Reason.CLOSED, null);
        running.remove(this);
      }
    }
  }
}
