package dev.jitterlab.battle.http;

import io.prometheus.metrics.core.metrics.Counter;
import io.prometheus.metrics.core.metrics.Gauge;
import io.prometheus.metrics.model.registry.PrometheusRegistry;

/** What a {@link JsonServer} counts. Thread-safe. */
final class HttpMetrics {
  private final Counter requests;
  final Gauge pending;
  final Counter refused;
  final Counter idleClosed;

  HttpMetrics(PrometheusRegistry registry) {
    requests =
        Counter.builder()
            .name("jitterlab_http_requests_total")
            .help("Requests answered, by route and status.")
            .labelNames("route", "status")
            .register(registry);
    pending =
        Gauge.builder()
            .name("jitterlab_http_pending")
            .help("Answers that are owed.")
            .register(registry);
    refused =
        Counter.builder()
            .name("jitterlab_http_connections_refused_total")
            .help("Connections closed unanswered, because there were too many.")
            .register(registry);
    idleClosed =
        Counter.builder()
            .name("jitterlab_http_connections_idle_closed_total")
            .help("Idle connections closed for others.")
            .register(registry);
  }

  void answered(String route, int status) {
    requests.labelValues(route, Integer.toString(status)).inc();
  }
}
