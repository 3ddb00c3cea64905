package dev.jitterlab.sockets;

import dev.jitterlab.observer.Snapshots;
import io.prometheus.metrics.model.registry.MultiCollector;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.LongSupplier;

/**
 * What a server has done, as Prometheus metrics: {@code jitterlab_socket_operations_total}, {@code
 * jitterlab_socket_received_bytes_total}, and the CPU time of both ends, {@code
 * jitterlab_socket_cpu_seconds_total{end}}.
 */
final class SocketMetrics implements MultiCollector {
  private static final double NS_PER_SECOND = 1e9;

  private final Counts counts;
  private final Map<String, LongSupplier> cpuNs;

  private SocketMetrics(Counts counts, Map<String, LongSupplier> cpuNs) {
    this.counts = counts;
    this.cpuNs = cpuNs;
  }

  /**
   * Adds them.
   *
   * @param cpuNs by end
   */
  static void register(
      PrometheusRegistry registry, Counts counts, Map<String, LongSupplier> cpuNs) {
    registry.register(new SocketMetrics(counts, new TreeMap<>(cpuNs)));
  }

  @Override
  public MetricSnapshots collect() {
    return new MetricSnapshots(
        Snapshots.counter("jitterlab_socket_operations", "Exchanges served.", counts.operations()),
        Snapshots.counter("jitterlab_socket_received_bytes", "Bytes received.", counts.bytes()),
        Snapshots.counter(
            "jitterlab_socket_cpu_seconds",
            "CPU time of all threads of the process at that end.",
            cpuNs.keySet(),
            end -> Labels.of("end", end),
            end -> cpuNs.get(end).getAsLong() / NS_PER_SECOND));
  }
}
