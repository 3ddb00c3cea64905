package dev.jitterlab.business.server;

import dev.jitterlab.business.drive.LoadFigures;
import dev.jitterlab.business.drive.Office;
import dev.jitterlab.business.trade.ReceiptResult;
import dev.jitterlab.business.trade.TransactionKind;
import dev.jitterlab.observer.Snapshots;
import io.prometheus.metrics.model.registry.MultiCollector;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import io.prometheus.metrics.model.snapshots.CounterSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * What a business server shows, made when a scrape asks: {@code
 * jitterlab_business_transactions_total{kind,result}}, {@code _overflow_total}, {@code
 * _retries_total}, {@code _allocated_bytes_total}, {@code _warehouses}, of the reconciler {@code
 * _reconciliations_total}, {@code _violations_total}, {@code _unreconciled_total}, {@code
 * _reconciling_seconds_total}, and what the one that raises the load has found: {@code _level} and
 * the others of {@link LoadFigures}. For the lab {@code jitterlab_work_failed_total} has the
 * failures of all kinds.
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
    List<MetricSnapshot> all =
        new ArrayList<>(
            List.of(
                transactions(),
                Snapshots.counter(
                    "jitterlab_work_failed",
                    "Transactions that failed: with a single one the server cannot win.",
                    office.times().failures()),
                Snapshots.counter(
                    "jitterlab_business_overflow",
                    "Planned transactions that were left out, because they were too late already.",
                    office.times().overflow()),
                Snapshots.counter(
                    "jitterlab_business_retries",
                    "Transactions that the database made us try again.",
                    office.store().retries()),
                Snapshots.counter(
                    "jitterlab_business_allocated_bytes",
                    "Bytes that the terminals' threads have allocated.",
                    office.allocated().sum()),
                Snapshots.gauge(
                    "jitterlab_business_warehouses", "Warehouses.", office.store().warehouses()),
                Snapshots.counter(
                    "jitterlab_business_reconciliations",
                    "How often the books' sums were compared.",
                    reconciler.turns()),
                Snapshots.counter(
                    "jitterlab_business_violations",
                    "Sums that did not agree; the first one ends the server.",
                    reconciler.violations()),
                Snapshots.counter(
                    "jitterlab_business_unreconciled",
                    "Comparisons that could not be made.",
                    reconciler.failures()),
                Snapshots.counter(
                    "jitterlab_business_reconciling_seconds",
                    "Time that the comparisons took.",
                    reconciler.takenNs() / 1e9)));
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
    Map<Labels, Long> counts = new LinkedHashMap<>();
    for (TransactionKind kind : TransactionKind.ALL) {
      for (ReceiptResult result : ReceiptResult.ALL) {
        counts.put(labels(kind, result.label()), office.times().ended(kind, result));
      }
      counts.put(labels(kind, FAILED), office.times().failures(kind));
    }
    return Snapshots.counter(
        "jitterlab_business_transactions",
        "Transactions, by kind and how they ended.",
        counts.keySet(),
        Function.identity(),
        counts::get);
  }

  private static Labels labels(TransactionKind kind, String result) {
    return Labels.of("kind", kind.label(), "result", result);
  }
}
