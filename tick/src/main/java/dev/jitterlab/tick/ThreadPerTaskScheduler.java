package dev.jitterlab.tick;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/**
 * One thread a task, asleep until the next tick: the thesis's old system (seed 1, section 6.3.3).
 * All scheduling is the operating system's. Java's millisecond sleep is rounded up, so a tick
 * starts up to 1 ms after its time and never before it; that is the figure this control stands for.
 */
final class ThreadPerTaskScheduler implements TickScheduler {
  private final TaskContext context;
  private final Set<TaskThread> threads = ConcurrentHashMap.newKeySet();
  private volatile boolean closed;

  ThreadPerTaskScheduler(TaskContext context) {
    this.context = context;
  }

  @Override
  public TaskHandle start(String name, Rate rate, TaskOptions options, TickTask task) {
    if (closed) {
      throw new IllegalStateException("the scheduler is closed");
    }
    PeriodicTask periodic = new PeriodicTask(context, name, rate, options, task);
    TaskThread thread = new TaskThread(new SleepLoop(periodic, context.clock(), Thread::sleep));
    threads.add(thread);
    thread.start();
    if (closed) {
      periodic.stop();
    }
    return periodic;
  }

  @Override
  public int activeTasks() {
    return context.activeTasks();
  }

  @Override
  public long failedTicks() {
    return context.failedTicks();
  }

  @Override
  public void close() {
    closed = true;
    threads.forEach(thread -> thread.loop.task().stop());
    long deadlineNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(2);
    for (TaskThread thread : threads) {
      thread.end(deadlineNs);
    }
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

    SleepLoop(PeriodicTask task, NanoClock clock, Sleeper sleeper) {
      this.task = task;
      this.clock = clock;
      this.sleeper = sleeper;
    }

    PeriodicTask task() {
      return task;
    }

    /** Waits for the next tick and runs it. Returns whether the task ticks on. */
    boolean step() throws InterruptedException {
      long leftNs = task.deadlineNs() - clock.nanoTime();
      while (leftNs > 0) {
        sleeper.sleep((leftNs + 999_999) / 1_000_000);
        leftNs = task.deadlineNs() - clock.nanoTime();
      }
      return task.runTick();
    }
  }

  private final class TaskThread extends Thread {
    private final SleepLoop loop;

    TaskThread(SleepLoop loop) {
      super("tick-" + loop.task().name());
      this.loop = loop;
      setDaemon(true);
    }

    @Override
    public void run() {
      try {
        while (loop.step()) {}
      } catch (InterruptedException e) {
        // Only close() interrupts, when a tick did not end in time.
        loop.task().stop();
      } finally {
        threads.remove(this);
      }
    }

    /** Waits for the thread until then, and interrupts it if it still runs. */
    void end(long deadlineNs) {
      try {
        long leftMs = TimeUnit.NANOSECONDS.toMillis(deadlineNs - System.nanoTime());
        if (leftMs > 0) {
          join(leftMs);
        }
        interrupt();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        interrupt();
      }
    }
  }
}
