package dev.jitterlab.tick;

import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.locks.LockSupport;

/**
 * One thread a task, asleep until the next tick: the thesis's old system (thesis, section 6.3.3).
 * All scheduling is the operating system's. Java's millisecond sleep is rounded up, so a tick
 * starts up to 1 ms after its time and never before it; that is the figure this control stands for.
 *
 * <p>{@link Precision#NANOSECONDS} is the same without that rounding. It tells how much of the
 * lateness the rounding makes.
 *
 * <p>With virtual threads the same loop is {@code virtual-threads}: the JVM maps the tasks to a few
 * threads of the operating system, and wakes them itself.
 */
final class ThreadPerTaskScheduler extends TaskScheduler {
  /** How finely a thread waits. */
  enum Precision {
    /** {@link Thread#sleep(long)}. */
    MILLISECONDS(1_000_000) {
      @Override
      void sleep(long units) throws InterruptedException {
        Thread.sleep(units);
      }
    },

    /** As finely as the system can. */
    NANOSECONDS(1) {
      @Override
      void sleep(long units) throws InterruptedException {
        LockSupport.parkNanos(units);
        if (Thread.interrupted()) {
          throw new InterruptedException();
        }
      }
    };

    private final long unitNs;

    Precision(long unitNs) {
      this.unitNs = unitNs;
    }

    /** Waits for so many units, or less if it wakes too early. */
    abstract void sleep(long units) throws InterruptedException;
  }

  private final ThreadFactory threads;
  private final Precision precision;
  private final Set<TaskThread> running = ConcurrentHashMap.newKeySet();
  private volatile boolean closed;

  ThreadPerTaskScheduler(TaskContext context, ThreadFactory threads, Precision precision) {
    super(context);
    this.threads = threads;
    this.precision = precision;
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
    TaskThread own =
        new TaskThread(
            new SleepLoop(periodic, context.clock(), precision::sleep, precision.unitNs));
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
    /** Waits for so many units, such as whole milliseconds, or less if it wakes too early. */
    interface Sleeper {
      void sleep(long units) throws InterruptedException;
    }

    private final PeriodicTask task;
    private final NanoClock clock;
    private final Sleeper sleeper;
    private final long unitNs;
    private TickThread thread = new TickThread();

    /** Waits for units of that length, rounded up: never too short. */
    SleepLoop(PeriodicTask task, NanoClock clock, Sleeper sleeper, long unitNs) {
      this.task = task;
      this.clock = clock;
      this.sleeper = sleeper;
      this.unitNs = unitNs;
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
          sleeper.sleep((leftNs + unitNs - 1) / unitNs);
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
