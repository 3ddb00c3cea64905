package dev.jitterlab.tick;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * A fixed number of workers over one order of all tasks, which any worker takes the first one from:
 * the execution model of LEARS, where tasks of any lifetime schedule themselves, read anything,
 * write only their own state, and influence others through a {@link Mailbox}. Where LEARS has a
 * locked queue, this has none. docs/tick-runtime.md says how it works. Thread-safe; made by {@link
 * TickSchedulers#createLockless}.
 *
 * <p>Tasks that exceed their budget are counted only; any worker runs them like the others.
 */
public final class LocklessScheduler extends TaskScheduler {
  private final SpinBudget budget;
  private final DueTasks tasks;
  private final Leadership watch = new Leadership();
  private final List<WorkerThread<LocklessWorker>> threads = new ArrayList<>();
  private volatile boolean closed;

  LocklessScheduler(
      TaskContext context,
      int threadCount,
      Waiting waiting,
      double spinBudget,
      ThreadSettings settings,
      Parker parker) {
    super(context);
    long nowNs = context.clock().nanoTime();
    this.budget = new SpinBudget(spinBudget, nowNs);
    this.tasks = new DueTasks(nowNs, watch::added);
    for (int i = 0; i < threadCount; i++) {
      Waiter waiter = new Waiter(waiting, context.clock(), parker, budget);
      threads.add(
          new WorkerThread<>(
              context,
              "lockless-" + i,
              i,
              settings,
              parker,
              unpark -> new LocklessWorker(context.clock(), waiter, unpark, tasks, watch)));
    }
    WorkerThread.startAll(threads);
  }

  @Override
  public TaskHandle start(String name, Rate rate, TaskOptions options, TickTask task) {
    refuseWhenClosed();
    return add(new LocklessTask(context, name, rate, options, task));
  }

  /**
   * Starts a task that schedules itself. May be called from within a tick.
   *
   * @param firstAfterNs when its first turn is due, 1 to {@link Turn#LONGEST_NS} nanoseconds from
   *     now
   * @return its handle; {@link TaskHandle#rate} throws UnsupportedOperationException
   * @throws IllegalStateException after {@link #close}
   */
  public TaskHandle spawn(String name, long firstAfterNs, SelfSchedulingTask task) {
    Turn.check(firstAfterNs);
    refuseWhenClosed();
    return add(new SelfScheduledTask(context, name, firstAfterNs, task));
  }

  private void refuseWhenClosed() {
    if (closed) {
      throw new IllegalStateException("the scheduler is closed");
    }
  }

  private TaskHandle add(LocklessTask task) {
    long dueNs = task.deadlineNs(); // before others may run it
    try {
      tasks.add(task);
      if (closed) {
        task.end(TaskEnd.Reason.CLOSED, null);
      } else {
        watch.added(dueNs);
      }
    } catch (Throwable e) {
      task.end(TaskEnd.Reason.FAILED, e); // nobody gets its handle
      throw e;
    }
    return task;
  }

  @Override
  public long spunNs() {
    return budget.spunNs();
  }

  @Override
  public List<ThreadSettingReport> threadSettings() {
    List<ThreadSettingReport> reports = new ArrayList<>();
    threads.forEach(thread -> reports.addAll(thread.settingReports()));
    return reports;
  }

  @Override
  public boolean close(Duration limit) {
    closed = true;
    boolean allEnded;
    try {
      threads.forEach(thread -> thread.worker().end());
    } finally { // a parker is the user's own code and may throw
      tasks.stopAll();
      allEnded = ThreadEnd.await(threads.stream(), limit); // interrupts what is still asleep
    }
    return allEnded;
  }
}
