package dev.jitterlab.sockets;

import io.prometheus.metrics.model.registry.MultiCollector;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import io.prometheus.metrics.model.snapshots.CounterSnapshot;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;

/**
 * What a server has done, as Prometheus metrics: {@code jitterlab_socket_operations_total} and
 * {@code jitterlab_socket_received_bytes_total}.
 */
final class SocketMetrics implements MultiCollector {
  private final Counts counts;

  private SocketMetrics(Counts counts) {
    this.counts = counts;
  }

  static void register(PrometheusRegistry registry, Counts counts) {
    registry.register(new SocketMetrics(counts));
  }

  @Override
  public MetricSnapshots collect() {
    return new MetricSnapshots(
        counter("jitterlab_socket_operations", "Exchanges served.", counts.operations()),
        counter("jitterlab_socket_received_bytes", "Bytes received.", counts.bytes()));
  }

  private static CounterSnapshot counter(String name, String help, long value) {
    return CounterSnapshot.builder()
        .name(name)
        .help(help)
        .dataPoint(CounterSnapshot.CounterDataPointSnapshot.builder().value((double) value).build())
        .build();
  }
}
