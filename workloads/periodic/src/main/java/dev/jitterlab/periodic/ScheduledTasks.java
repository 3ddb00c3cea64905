package dev.jitterlab.periodic;

import dev.jitterlab.observer.SchedulerMetrics;
import dev.jitterlab.tick.TaskOptions;
import dev.jitterlab.tick.TickListener;
import dev.jitterlab.tick.TickScheduler;
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
  private final Supplier<Runnable> work;
  private final Supplier<TickListener> watches;
  private final TaskDrifts drifts = new TaskDrifts();

  /**
   * Creates it; nothing is started yet.
   *
   * @param scheduler becomes its own
   * @param options of every task
   * @param work makes what a task does at each tick
   * @param watches makes who is told of the starts of a task
   */
  ScheduledTasks(
      TickScheduler scheduler,
      List<StartPlan.Start> starts,
      TaskOptions options,
      Supplier<Runnable> work,
      Supplier<TickListener> watches) {
    this.scheduler = scheduler;
    this.starts = starts;
    this.options = options;
    this.work = work;
    this.watches = watches;
  }

  @Override
  public void start() {
    long firstNs = System.nanoTime();
    for (StartPlan.Start start : starts) {
      long leftNs;
      while ((leftNs = firstNs + start.afterNs() - System.nanoTime()) > 0) {
        LockSupport.parkNanos(leftNs);
      }
      TickListener watch = watches.get().andThen(drifts.ofTask());
      Runnable ownWork = work.get();
      scheduler.start(
          start.name(),
          start.rate(),
          options,
          tick -> {
            watch.onTick(tick);
            ownWork.run();
          });
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
  public void close() {
    scheduler.close();
  }
}
