package dev.jitterlab.battle.cluster.allocator;

import dev.jitterlab.battle.process.Meters;
import io.prometheus.metrics.core.metrics.Counter;
import io.prometheus.metrics.core.metrics.Gauge;
import io.prometheus.metrics.model.registry.PrometheusRegistry;

/** What the allocator counts. Thread-safe. */
final class AllocatorMetrics {
  final Gauge servers;
  final Counter placed;
  final Counter refused;
  final Counter notPlaced;
  final Counter vanished;

  AllocatorMetrics(PrometheusRegistry registry) {
    Meters meters = new Meters(registry);
    servers = meters.gauge("jitterlab_cluster_servers", "Battle servers that are registered.");
    placed =
        meters.counter(
            "jitterlab_cluster_battles_placed_total",
            "Battles given to a server, by the server's version.",
            "version");
    refused =
        meters.counter(
            "jitterlab_cluster_reservations_refused_total",
            "Reservations that a server refused or did not answer.");
    notPlaced =
        meters.counter(
            "jitterlab_cluster_battles_not_placed_total", "Battles that no server took.");
    vanished =
        meters.counter(
            "jitterlab_cluster_servers_vanished_total",
            "Servers that fell silent without a farewell.");
  }
}
