package dev.jitterlab.agent;

import io.prometheus.metrics.model.registry.MultiCollector;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import io.prometheus.metrics.model.snapshots.CounterSnapshot;
import io.prometheus.metrics.model.snapshots.CounterSnapshot.CounterDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot.GaugeDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.util.List;

/**
 * Shows what the agent itself does: {@code jitterlab_agent_tick_method_found{method}}, {@code
 * jitterlab_agent_tasks}, {@code jitterlab_agent_calls_left_out_total{reason}} and {@code
 * jitterlab_agent_errors_total}.
 */
final class AgentMetrics implements MultiCollector {
  private final List<TickMethod> methods;
  private final TickCalls calls;
  private final AgentLog log;

  private AgentMetrics(List<TickMethod> methods, TickCalls calls, AgentLog log) {
    this.methods = methods;
    this.calls = calls;
    this.log = log;
  }

  /** Adds the metrics to a registry. */
  static void register(
      PrometheusRegistry registry, List<TickMethod> methods, TickCalls calls, AgentLog log) {
    registry.register(new AgentMetrics(methods, calls, log));
  }

  @Override
  public MetricSnapshots collect() {
    GaugeSnapshot.Builder found =
        GaugeSnapshot.builder()
            .name("jitterlab_agent_tick_method_found")
            .help("1 if the server has loaded a class with such a method, else 0.");
    int tasks = 0;
    for (TickMethod method : methods) {
      tasks += method.receivers();
      found.dataPoint(
          GaugeDataPointSnapshot.builder()
              .labels(Labels.of("method", method.name().toString()))
              .value(method.isFound() ? 1 : 0)
              .build());
    }
    return new MetricSnapshots(
        found.build(),
        GaugeSnapshot.builder()
            .name("jitterlab_agent_tasks")
            .help("Objects whose tick methods were called; some may be gone.")
            .dataPoint(GaugeDataPointSnapshot.builder().value(tasks).build())
            .build(),
        CounterSnapshot.builder()
            .name("jitterlab_agent_calls_left_out")
            .help("Calls of tick methods that were not measured.")
            .dataPoint(leftOut("overlapping", calls.overlappingCalls()))
            .dataPoint(leftOut("too-many-tasks", calls.crowdedOutCalls()))
            .build(),
        CounterSnapshot.builder()
            .name("jitterlab_agent_errors")
            .help("Errors of the agent's own; the first one is on standard error.")
            .dataPoint(CounterDataPointSnapshot.builder().value((double) log.errors()).build())
            .build());
  }

  private static CounterDataPointSnapshot leftOut(String reason, long count) {
    return CounterDataPointSnapshot.builder()
        .labels(Labels.of("reason", reason))
        .value((double) count)
        .build();
  }
}
