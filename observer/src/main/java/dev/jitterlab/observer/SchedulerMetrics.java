package dev.jitterlab.observer;

import dev.jitterlab.tick.TickScheduler;
import io.prometheus.metrics.model.registry.MultiCollector;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import io.prometheus.metrics.model.snapshots.CounterSnapshot;
import io.prometheus.metrics.model.snapshots.CounterSnapshot.CounterDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot.GaugeDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;

/**
 * Shows what a scheduler does beside ticking: {@code jitterlab_tasks_quarantined}, {@code
 * jitterlab_tick_spin_seconds_total} (time that its workers have spun before deadlines) and {@code
 * jitterlab_ticks_taken_over_total} (overdue ticks run by another worker than their own).
 */
public final class SchedulerMetrics implements MultiCollector {
  private static final double NS_PER_SECOND = 1e9;

  private final TickScheduler scheduler;

  private SchedulerMetrics(TickScheduler scheduler) {
    this.scheduler = scheduler;
  }

  /** Adds the metrics of a scheduler to a registry. */
  public static void register(PrometheusRegistry registry, TickScheduler scheduler) {
    registry.register(new SchedulerMetrics(scheduler));
  }

  @Override
  public MetricSnapshots collect() {
    return new MetricSnapshots(
        GaugeSnapshot.builder()
            .name("jitterlab_tasks_quarantined")
            .help("Tasks that exceeded their budget too often.")
            .dataPoint(
                GaugeDataPointSnapshot.builder()
                    .value((double) scheduler.quarantinedTasks())
                    .build())
            .build(),
        counter(
            "jitterlab_tick_spin_seconds",
            "Time that workers have spun before deadlines.",
            scheduler.spunNs() / NS_PER_SECOND),
        counter(
            "jitterlab_ticks_taken_over",
            "Overdue ticks that another worker than their own has run.",
            (double) scheduler.takenOverTicks()));
  }

  private static CounterSnapshot counter(String name, String help, double value) {
    return CounterSnapshot.builder()
        .name(name)
        .help(help)
        .dataPoint(CounterDataPointSnapshot.builder().value(value).build())
        .build();
  }
}
