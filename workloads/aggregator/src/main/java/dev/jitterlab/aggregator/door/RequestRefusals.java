package dev.jitterlab.aggregator.door;

import dev.jitterlab.observer.CountsByKind;
import dev.jitterlab.observer.Snapshots;
import io.prometheus.metrics.model.registry.MultiCollector;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.util.EnumSet;
import java.util.concurrent.atomic.LongAdder;

/** Counts refusals, and headers that are ignored on purpose. Thread-safe. */
public final class RequestRefusals implements MultiCollector {
  private final CountsByKind<RequestRefusal> counts = new CountsByKind<>(RequestRefusal.class);
  private final LongAdder ignoredHeaders = new LongAdder();

  /** Counts one. */
  public void count(RequestRefusal refusal) {
    counts.count(refusal);
  }

  /** Counts a request with headers that could poison a cache which believed them. */
  void countIgnoredHeader() {
    ignoredHeaders.increment();
  }

  /** Returns how many there were. */
  public long of(RequestRefusal refusal) {
    return counts.of(refusal);
  }

  /** Returns how many requests had such headers. */
  public long ignoredHeaders() {
    return ignoredHeaders.sum();
  }

  @Override
  public MetricSnapshots collect() {
    return new MetricSnapshots(
        Snapshots.counter(
            "jitterlab_refusals",
            "Requests refused, by the reason.",
            EnumSet.allOf(RequestRefusal.class),
            one -> Labels.of("reason", one.label()),
            this::of),
        Snapshots.counter(
            "jitterlab_ignored_headers",
            "Requests with headers, such as X-Forwarded-Host, of which no answer may depend.",
            ignoredHeaders.sum()));
  }
}
