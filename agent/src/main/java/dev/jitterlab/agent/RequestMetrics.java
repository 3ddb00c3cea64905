package dev.jitterlab.agent;

import dev.jitterlab.observer.Snapshots;
import io.prometheus.metrics.model.registry.MultiCollector;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;

/**
 * Shows what became of requests: {@code jitterlab_agent_requests_total}, {@code
 * jitterlab_agent_slow_requests_total} and {@code jitterlab_agent_slow_requests_left_out_total}.
 */
final class RequestMetrics implements MultiCollector {
  private final RequestCalls calls;

  private RequestMetrics(RequestCalls calls) {
    this.calls = calls;
  }

  /** Adds the metrics to a registry. */
  static void register(PrometheusRegistry registry, RequestCalls calls) {
    registry.register(new RequestMetrics(calls));
  }

  @Override
  public MetricSnapshots collect() {
    return new MetricSnapshots(
        Snapshots.counter(
            "jitterlab_agent_requests",
            "Calls that served a request and have ended.",
            (double) calls.served()),
        Snapshots.counter(
            "jitterlab_agent_slow_requests",
            "Those that took at least the time given as requests.",
            (double) calls.slow()),
        Snapshots.counter(
            "jitterlab_agent_slow_requests_left_out",
            "Slow ones without an event, because there were too many in a second.",
            (double) calls.leftOut()));
  }
}
