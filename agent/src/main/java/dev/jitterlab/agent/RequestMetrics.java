package dev.jitterlab.agent;

import dev.jitterlab.observer.Snapshots;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;

/**
 * Shows what became of requests: {@code jitterlab_agent_requests_total}, {@code
 * jitterlab_agent_slow_requests_total} and {@code jitterlab_agent_slow_requests_left_out_total}.
 */
final class RequestMetrics {

  private RequestMetrics() {}

  /** Adds the metrics to a registry. */
  static void register(PrometheusRegistry registry, RequestCalls calls) {
    registry.register(() -> collect(calls));
  }

  private static MetricSnapshots collect(RequestCalls calls) {
    return new MetricSnapshots(
        Snapshots.counter(
            "jitterlab_agent_requests",
            "Calls that served a request and have ended.",
            (double) calls.served.sum()),
        Snapshots.counter(
            "jitterlab_agent_slow_requests",
            "Those that took at least the time given as requests.",
            (double) calls.slow.sum()),
        Snapshots.counter(
            "jitterlab_agent_slow_requests_left_out",
            "Slow ones without an event, because there were too many in a second.",
            (double) calls.leftOut.sum()));
  }
}
