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
  private final WaitWatch waits = new WaitWatch();
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
    SleepingTask own = new SleepingTask(context, name, rate, options, task);
    try {
      TaskThread thread =
          new TaskThread(new SleepLoop(own, context.clock(), precision::sleep, precision.unitNs));
      running.add(thread);
      if (closed) { // asked last: who closes it has seen the task, or is seen
        own.end(TaskEnd.Reason.CLOSED, null);
      }
      context.starts(thread.thread);
      thread.thread.start();
    } catch (Throwable e) {
      own.end(TaskEnd.Reason.FAILED, e); // nobody gets its handle
      running.removeIf(thread -> thread.loop.task() == own);
      throw e;
    }
    return own;
  }

  @Override
  public boolean close(Duration limit) {
    closed = true;
    running.forEach(own -> own.loop.task().end(TaskEnd.Reason.CLOSED, null));
    waits.close();
    return ThreadEnd.await(running.stream().map(own -> own.thread), limit);
  }

  /** A task that wakes its thread when it ends, if that is asleep. */
  static final class SleepingTask extends PeriodicTask {
    /** The thread that waits for the next tick; null while it does not. */
    private volatile Thread asleep;

    SleepingTask(TaskContext context, String name, Rate rate, TaskOptions options, TickTask task) {
      super(context, name, rate, options, task);
    }

    @Override
    void end(TaskEnd.Reason reason, Throwable failure) {
      super.end(reason, failure); // first: no tick begins on a thread that was asleep after it
      Thread thread = asleep;
      if (thread != null) {
        thread.interrupt();
      }
    }
  }

  /** What a task's thread does, one tick a step. */
  static final class SleepLoop {
    /** Waits for so many units, such as whole milliseconds, or less if it wakes too early. */
    interface Sleeper {
      void sleep(long units) throws InterruptedException;
    }

    private final SleepingTask task;
    private final NanoClock clock;
    private final Sleeper sleeper;
    private final long unitNs;
    private TickThread thread = new TickThread();
    private WaitWatch.Watched watched = WaitWatch.Watched.NOBODY;

    /** Waits for units of that length, rounded up: never too short. */
    SleepLoop(SleepingTask task, NanoClock clock, Sleeper sleeper, long unitNs) {
      this.task = task;
      this.clock = clock;
      this.sleeper = sleeper;
      this.unitNs = unitNs;
    }

    /** Says what belongs to the thread that calls {@link #step}; before the first step. */
    void runsOn(TickThread ownThread, WaitWatch.Watched ownWatch) {
      this.thread = ownThread;
      this.watched = ownWatch;
    }

    SleepingTask task() {
      return task;
    }

    /**
     * Waits for the next tick and runs it. Returns whether the task ticks on. Only the end of the
     * task ends the wait; any other interrupt was left behind by a tick or by somebody else.
     */
    boolean step() {
      long nowNs = clock.nanoTime();
      thread.times().beforeWait(nowNs, task.deadlineNs());
      long leftNs = task.deadlineNs() - nowNs;
      task.asleep = Thread.currentThread(); // first: who ends the task sees this, or is seen
      while (leftNs > 0 && !task.isStopped()) {
        leftNs = sleep(leftNs);
      }
      task.asleep = null;
      watched.begins();
      boolean goesOn = task.runTick(thread);
      watched.ends();
      if (goesOn) {
        boolean unused = Thread.interrupted(); // a tick's own, which is over
      }
      return goesOn;
    }

    /** Returns how much is left of the time, which may be as much as before. */
    private long sleep(long ns) {
      try {
        sleeper.sleep((ns + unitNs - 1) / unitNs);
      } catch (InterruptedException e) {
        return task.deadlineNs() - clock.nanoTime();
      }
      return task.deadlineNs() - clock.nanoTime();
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
      try (TickThread own = TickThread.open(context);
          WaitWatch.Watched watched = waits.watch(thread)) {
        loop.runsOn(own, watched);
        while (loop.step()) {}
      } catch (Throwable e) {
        loop.task().end(TaskEnd.Reason.FAILED, e); // already, unless the thread could not begin
        throw e;
      } finally {
        running.remove(this);
      }
    }
  }
}
