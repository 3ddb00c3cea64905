package dev.jitterlab.observer;

import dev.jitterlab.tick.TickScheduler;
import io.prometheus.metrics.model.registry.MultiCollector;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.util.List;
import java.util.function.ToLongFunction;

/**
 * Shows what schedulers do beside ticking, all together: {@code jitterlab_tasks_quarantined},
 * {@code jitterlab_tick_spin_seconds_total} (time that its workers have spun before deadlines) and
 * {@code jitterlab_ticks_taken_over_total} (overdue ticks run by another worker than their own).
 */
public final class SchedulerMetrics implements MultiCollector {
  private static final double NS_PER_SECOND = 1e9;

  private final List<TickScheduler> schedulers;

  private SchedulerMetrics(List<? extends TickScheduler> schedulers) {
    this.schedulers = List.copyOf(schedulers);
  }

  /** Adds the metrics of a scheduler to a registry. */
  public static void register(PrometheusRegistry registry, TickScheduler scheduler) {
    register(registry, List.of(scheduler));
  }

  /** Adds the metrics of several schedulers, added up, to a registry. */
  public static void register(
      PrometheusRegistry registry, List<? extends TickScheduler> schedulers) {
    registry.register(new SchedulerMetrics(schedulers));
  }

  @Override
  public MetricSnapshots collect() {
    return new MetricSnapshots(
        Snapshots.gauge(
            "jitterlab_tasks_quarantined",
            "Tasks that exceeded their budget too often.",
            (double) sum(TickScheduler::quarantinedTasks)),
        Snapshots.counter(
            "jitterlab_tick_spin_seconds",
            "Time that workers have spun before deadlines.",
            sum(TickScheduler::spunNs) / NS_PER_SECOND),
        Snapshots.counter(
            "jitterlab_ticks_taken_over",
            "Overdue ticks that another worker than their own has run.",
            (double) sum(TickScheduler::takenOverTicks)));
  }

  private long sum(ToLongFunction<TickScheduler> figure) {
    return schedulers.stream().mapToLong(figure).sum();
  }
}
