package dev.jitterlab.business.server;

import dev.jitterlab.business.drive.LoadFigures;
import dev.jitterlab.business.drive.Office;
import dev.jitterlab.business.trade.ReceiptResult;
import dev.jitterlab.business.trade.TransactionKind;
import dev.jitterlab.observer.Snapshots;
import io.prometheus.metrics.model.registry.MultiCollector;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import io.prometheus.metrics.model.snapshots.CounterSnapshot;
import io.prometheus.metrics.model.snapshots.CounterSnapshot.CounterDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.util.ArrayList;
import java.util.List;

/**
 * What a business server shows, made when a scrape asks: {@code
 * jitterlab_business_transactions_total{kind,result}}, {@code _overflow_total}, {@code
 * _retries_total}, {@code _allocated_bytes_total}, {@code _warehouses}, of the reconciler {@code
 * _reconciliations_total}, {@code _violations_total}, {@code _unreconciled_total}, {@code
 * _reconciling_seconds_total}, and what the one that raises the load has found: {@code _level} and
 * the others of {@link LoadFigures}.
 */
final class BusinessMetrics implements MultiCollector {
  private static final String FAILED = "failed";

  private final Office office;
  private final Reconciler reconciler;
  private final LoadFigures figures;

  private BusinessMetrics(Office office, Reconciler reconciler, LoadFigures figures) {
    this.office = office;
    this.reconciler = reconciler;
    this.figures = figures;
  }

  static void register(
      PrometheusRegistry registry, Office office, Reconciler reconciler, LoadFigures figures) {
    registry.register(new BusinessMetrics(office, reconciler, figures));
  }

  @Override
  public MetricSnapshots collect() {
    List<MetricSnapshot> all = new ArrayList<>();
    all.add(transactions());
    all.add(
        Snapshots.counter(
            "jitterlab_business_overflow",
            "Planned transactions that were left out, because they were too late already.",
            office.times().overflow()));
    all.add(
        Snapshots.counter(
            "jitterlab_business_retries",
            "Transactions that the database made us try again.",
            office.store().retries()));
    all.add(
        Snapshots.counter(
            "jitterlab_business_allocated_bytes",
            "Bytes that the terminals' threads have allocated.",
            office.allocated().sum()));
    all.add(
        Snapshots.gauge(
            "jitterlab_business_warehouses", "Warehouses.", office.store().warehouses()));
    all.add(
        Snapshots.counter(
            "jitterlab_business_reconciliations",
            "How often the books' sums were compared.",
            reconciler.turns()));
    all.add(
        Snapshots.counter(
            "jitterlab_business_violations",
            "Sums that did not agree; the first one ends the server.",
            reconciler.violations()));
    all.add(
        Snapshots.counter(
            "jitterlab_business_unreconciled",
            "Comparisons that could not be made.",
            reconciler.failures()));
    all.add(
        Snapshots.counter(
            "jitterlab_business_reconciling_seconds",
            "Time that the comparisons took.",
            reconciler.takenNs() / 1e9));
    figures
        .all()
        .forEach(
            (name, value) ->
                all.add(
                    Snapshots.gauge(
                        "jitterlab_business_" + name, "Found by raising the load.", value)));
    return new MetricSnapshots(all);
  }

  private CounterSnapshot transactions() {
    CounterSnapshot.Builder counter =
        CounterSnapshot.builder()
            .name("jitterlab_business_transactions")
            .help("Transactions, by kind and how they ended.");
    for (TransactionKind kind : TransactionKind.ALL) {
      for (ReceiptResult result : ReceiptResult.ALL) {
        counter.dataPoint(point(kind, result.label(), office.times().ended(kind, result)));
      }
      counter.dataPoint(point(kind, FAILED, office.times().failures(kind)));
    }
    return counter.build();
  }

  private static CounterDataPointSnapshot point(TransactionKind kind, String result, long value) {
    return CounterDataPointSnapshot.builder()
        .labels(Labels.of("kind", kind.label(), "result", result))
        .value((double) value)
        .build();
  }
}
