package dev.jitterlab.periodic;

import dev.jitterlab.observer.SchedulerMetrics;
import dev.jitterlab.tick.TaskOptions;
import dev.jitterlab.tick.TickScheduler;
import dev.jitterlab.tick.TickTask;
import dev.jitterlab.tick.WaitingPeriods;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;

/** Tasks on a scheduler of the tick library. For one thread. */
final class ScheduledTasks implements Ticking {
  private final TickScheduler scheduler;
  private final List<StartPlan.Start> starts;
  private final TaskOptions options;
  private final Supplier<TickTask> work;
  private final ReleaseJitter jitter;
  private final TaskDrifts drifts = new TaskDrifts();

  /**
   * Creates it; nothing is started yet.
   *
   * @param scheduler becomes its own
   * @param options of every task
   * @param work makes what a task does at each tick
   */
  ScheduledTasks(
      TickScheduler scheduler,
      List<StartPlan.Start> starts,
      TaskOptions options,
      Supplier<TickTask> work,
      ReleaseJitter jitter) {
    this.scheduler = scheduler;
    this.starts = starts;
    this.options = options;
    this.work = work;
    this.jitter = jitter;
  }

  @Override
  public void start() {
    long firstNs = System.nanoTime();
    for (StartPlan.Start start : starts) {
      long leftNs;
      while ((leftNs = firstNs + start.afterNs() - System.nanoTime()) > 0) {
        LockSupport.parkNanos(leftNs);
      }
      scheduler.start(
          start.name(), start.rate(), options, jitter.ofTask().around(drifts.counted(work.get())));
    }
  }

  @Override
  public void register(PrometheusRegistry registry) {
    SchedulerMetrics.register(registry, scheduler);
    drifts.register(registry);
  }

  @Override
  public long failedTicks() {
    return scheduler.failedTicks();
  }

  @Override
  public WaitingPeriods waitingPeriods() {
    return scheduler.waitingPeriods();
  }

  @Override
  public String failure() {
    return null;
  }

  @Override
  public void close() {
    scheduler.close();
  }
}
