package dev.jitterlab.observer;

import dev.jitterlab.tick.admission.AdmissionGovernor;
import dev.jitterlab.tick.admission.AdmissionOutcome;
import io.prometheus.metrics.model.registry.MultiCollector;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.util.EnumSet;

/**
 * Shows an {@link AdmissionGovernor} as Prometheus metrics: {@code
 * jitterlab_admission_utilisation_ratio}, {@code jitterlab_admission_grants_total} and {@code
 * jitterlab_admission_refusals_total{reason}}.
 */
public final class AdmissionMetrics implements MultiCollector {
  private final AdmissionGovernor governor;

  private AdmissionMetrics(AdmissionGovernor governor) {
    this.governor = governor;
  }

  /** Adds the metrics to a registry. */
  public static void register(PrometheusRegistry registry, AdmissionGovernor governor) {
    registry.register(new AdmissionMetrics(governor));
  }

  @Override
  public MetricSnapshots collect() {
    return new MetricSnapshots(
        Snapshots.gauge(
            "jitterlab_admission_utilisation_ratio",
            "Execution of recent ticks as a share of the workers' time.",
            governor.utilisation()),
        Snapshots.counter(
            "jitterlab_admission_grants",
            "Tasks that were admitted.",
            governor.answers(AdmissionOutcome.GRANTED)),
        Snapshots.counter(
            "jitterlab_admission_refusals",
            "Tasks that were not admitted, by what spoke against it.",
            EnumSet.complementOf(EnumSet.of(AdmissionOutcome.GRANTED)),
            outcome -> Labels.of("reason", outcome.label()),
            governor::answers));
  }
}
