package dev.jitterlab.agent;

import dev.jitterlab.observer.Snapshots;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.util.Map;

/**
 * Shows what became of bundles: {@code jitterlab_agent_bundles_total}, {@code
 * jitterlab_agent_bundles_left_out_total{reason}} and {@code jitterlab_agent_ring_recording}.
 */
final class BundleMetrics {

  private BundleMetrics() {}

  /** Adds the metrics to a registry. */
  static void register(PrometheusRegistry registry, Bundles bundles) {
    registry.register(() -> collect(bundles));
  }

  private static MetricSnapshots collect(Bundles bundles) {
    return new MetricSnapshots(
        Snapshots.counter(
            "jitterlab_agent_bundles", "Bundles written.", (double) bundles.written.sum()),
        Snapshots.counter(
            "jitterlab_agent_bundles_left_out",
            "Bundles not written: too soon after the last one, or failed.",
            "reason",
            Map.of("too-soon", bundles.tooSoon.sum(), "failed", bundles.failed.sum())),
        Snapshots.gauge(
            "jitterlab_agent_ring_recording",
            "1 while the last minutes are recorded, 0 while the disk has too little room.",
            bundles.isRecording() ? 1 : 0));
  }
}
