package dev.jitterlab.observer;

import dev.jitterlab.tick.admission.AdmissionGovernor;
import dev.jitterlab.tick.admission.AdmissionOutcome;
import io.prometheus.metrics.model.registry.MultiCollector;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import io.prometheus.metrics.model.snapshots.CounterSnapshot;
import io.prometheus.metrics.model.snapshots.CounterSnapshot.CounterDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot.GaugeDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;

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
    CounterSnapshot.Builder refusals =
        CounterSnapshot.builder()
            .name("jitterlab_admission_refusals")
            .help("Tasks that were not admitted, by what spoke against it.");
    for (AdmissionOutcome outcome : AdmissionOutcome.values()) {
      if (outcome != AdmissionOutcome.GRANTED) {
        refusals.dataPoint(answers(outcome).labels(Labels.of("reason", outcome.label())).build());
      }
    }
    return new MetricSnapshots(
        GaugeSnapshot.builder()
            .name("jitterlab_admission_utilisation_ratio")
            .help("Execution of recent ticks as a share of the workers' time.")
            .dataPoint(GaugeDataPointSnapshot.builder().value(governor.utilisation()).build())
            .build(),
        CounterSnapshot.builder()
            .name("jitterlab_admission_grants")
            .help("Tasks that were admitted.")
            .dataPoint(answers(AdmissionOutcome.GRANTED).build())
            .build(),
        refusals.build());
  }

  private CounterDataPointSnapshot.Builder answers(AdmissionOutcome outcome) {
    return CounterDataPointSnapshot.builder().value((double) governor.answers(outcome));
  }
}
