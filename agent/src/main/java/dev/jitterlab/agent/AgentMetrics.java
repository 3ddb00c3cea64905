package dev.jitterlab.agent;

import dev.jitterlab.observer.Snapshots;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.util.List;
import java.util.Map;
import java.util.function.IntSupplier;

/**
 * Shows what the agent itself does: {@code jitterlab_agent_tick_method_found{method}}, {@code
 * jitterlab_agent_tasks}, {@code jitterlab_agent_calls_left_out_total{reason}} and {@code
 * jitterlab_agent_errors_total}.
 */
final class AgentMetrics {

  private AgentMetrics() {}

  /** Adds the metrics to a registry. */
  static void register(
      PrometheusRegistry registry,
      List<TickMethod> methods,
      IntSupplier tasks,
      TickCalls calls,
      AgentLog log) {
    registry.register(() -> collect(methods, tasks.getAsInt(), calls, log));
  }

  private static MetricSnapshots collect(
      List<TickMethod> methods, int tasks, TickCalls calls, AgentLog log) {
    return new MetricSnapshots(
        Snapshots.gauge(
            "jitterlab_agent_tick_method_found",
            "1 if the server has loaded a class with such a method, else 0.",
            methods,
            method -> Labels.of("method", method.name.toString()),
            method -> method.isFound() ? 1 : 0),
        Snapshots.gauge(
            "jitterlab_agent_tasks",
            "Objects whose tick methods were called; some may be gone.",
            tasks),
        Snapshots.counter(
            "jitterlab_agent_calls_left_out",
            "Calls of tick methods that were not measured.",
            "reason",
            Map.of(
                "overlapping", calls.overlapping.sum(),
                "too-many-tasks", calls.crowdedOut.sum())),
        Snapshots.counter(
            "jitterlab_agent_errors",
            "Errors of the agent's own; the first one is on standard error.",
            (double) log.errors.sum()));
  }
}
