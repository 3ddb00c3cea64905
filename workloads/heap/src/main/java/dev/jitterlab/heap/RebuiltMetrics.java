package dev.jitterlab.heap;

import dev.jitterlab.heap.rebuilt.RebuiltFigures;
import io.prometheus.metrics.model.registry.MultiCollector;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/** A rebuilt heap as Prometheus metrics, {@code jitterlab_rebuilt_…}; read when scraped. */
final class RebuiltMetrics implements MultiCollector {
  private static final String PREFIX = "jitterlab_rebuilt_";

  private final Supplier<RebuiltFigures> figures;

  private RebuiltMetrics(Supplier<RebuiltFigures> figures) {
    this.figures = figures;
  }

  static void register(PrometheusRegistry registry, Supplier<RebuiltFigures> figures) {
    registry.register(new RebuiltMetrics(figures));
  }

  @Override
  public MetricSnapshots collect() {
    RebuiltFigures now = figures.get();
    List<MetricSnapshot> all = new ArrayList<>();
    all.add(count("requests", "Allocations.", now.requests));
    all.add(count("small_requests", "Allocations of at most 512 bytes.", now.smallRequests));
    all.add(count("refills", "Chunks that became thread-local heaps.", now.refills));
    all.add(count("refilled_bytes", "Bytes of these.", now.refilledBytes));
    all.add(
        count("direct_requests", "Requests that searched the lists.", now.searches - now.refills));
    all.add(count("searches", "Searches of the lists.", now.searches));
    all.add(count("chunks_visited", "Chunks that searches have looked at.", now.chunksVisited));
    all.add(seconds("lock_held_seconds", "For how long the lock was held.", now.lockHeldSeconds));
    all.add(count("collections", "Collections.", now.collections));
    all.add(seconds("running_seconds", "Time between collections.", now.runningSeconds));
    all.add(seconds("mark_seconds", "Time to mark.", now.markSeconds));
    all.add(seconds("sweep_seconds", "Time to sweep.", now.sweepSeconds));
    all.add(seconds("compact_seconds", "Time to compact.", now.compactSeconds));
    all.add(
        seconds(
            "collection_seconds",
            "Time of all phases.",
            now.markSeconds + now.sweepSeconds + now.compactSeconds));
    all.add(count("compactions", "Collections that compacted.", now.compactions));
    all.add(count("compacted_bytes", "Bytes that they have moved.", now.compactedBytes));
    all.add(count("reserve_requests", "Requests served from the reserve.", now.fromReserve));
    all.add(count("exhausted", "Requests that found nothing.", now.exhausted));
    all.add(count("growth_steps", "How often it grew.", now.growthSteps));
    all.add(gauge("size_bytes", "How large it is.", (double) now.sizeBytes));
    all.add(gauge("live_bytes", "What lived at the last collection.", (double) now.liveBytes));
    all.add(gauge("longest_compaction_seconds", "The longest.", now.longestCompactionSeconds));
    return new MetricSnapshots(all);
  }

  private static MetricSnapshot count(String name, String help, long value) {
    return seconds(name, help, (double) value);
  }

  private static MetricSnapshot seconds(String name, String help, double value) {
    return HeapMetrics.count(PREFIX + name, help, value);
  }

  private static MetricSnapshot gauge(String name, String help, double value) {
    return GaugeSnapshot.builder()
        .name(PREFIX + name)
        .help(help)
        .dataPoint(GaugeSnapshot.GaugeDataPointSnapshot.builder().value(value).build())
        .build();
  }
}
