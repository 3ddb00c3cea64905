package dev.jitterlab.agent;

import dev.jitterlab.observer.Snapshots;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.util.Arrays;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Shows late time by cause: {@code jitterlab_late_seconds_total{cause}} and {@code
 * jitterlab_late_events_total{kind}}, and whether this JDK can say it: {@code
 * jitterlab_late_causes_available}. Where it cannot, the others are absent, not zero. So is the run
 * queue where late events do not say how long their threads waited for a CPU.
 */
final class LateMetrics {
  private static final double NS = 1e9;

  private LateMetrics() {}

  /** Adds the metrics to a registry. */
  static void register(PrometheusRegistry registry, LateTimes times, LateStream stream) {
    registry.register(() -> collect(times, stream));
  }

  private static MetricSnapshots collect(LateTimes times, LateStream stream) {
    boolean available = stream.isAvailable();
    var gauge =
        Snapshots.gauge(
            "jitterlab_late_causes_available",
            "1 if late time is divided among causes, 0 if this JDK cannot do it (before 14).",
            available ? 1 : 0);
    if (!available) {
      return new MetricSnapshots(gauge);
    }
    return new MetricSnapshots(
        gauge,
        Snapshots.counter(
            "jitterlab_late_seconds",
            "Late time of ticks and slow requests, by what their threads waited for.",
            Arrays.stream(SeenCause.values()).filter(times::sees).collect(Collectors.toList()),
            cause -> Labels.of("cause", cause.id()),
            cause -> times.ns(cause) / NS),
        Snapshots.counter(
            "jitterlab_late_events",
            "Late ticks and slow requests whose time was divided.",
            "kind",
            Map.of("tick", times.lateTicks.sum(), "request", times.lateRequests.sum())));
  }
}
