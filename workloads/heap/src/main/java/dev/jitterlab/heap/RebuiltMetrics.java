package dev.jitterlab.heap;

import dev.jitterlab.heap.rebuilt.RebuiltFigures;
import dev.jitterlab.observer.Snapshots;
import io.prometheus.metrics.model.registry.MultiCollector;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
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
    return new MetricSnapshots(
        count("requests", "Allocations.", now.requests),
        count("small_requests", "Allocations of at most 512 bytes.", now.smallRequests),
        count(
            "large_requests",
            "Allocations of more than 512 bytes.",
            now.requests - now.smallRequests),
        count("refills", "Chunks that became thread-local heaps.", now.refills),
        count("refilled_bytes", "Bytes of these.", now.refilledBytes),
        count("direct_requests", "Allocations past the thread-local heap.", now.directRequests),
        count("searches", "Searches of the lists.", now.searches),
        count("chunks_visited", "Chunks that searches have looked at.", now.chunksVisited),
        count("lock_held_seconds", "For how long the lock was held.", now.lockHeldSeconds),
        count("collections", "Collections.", now.collections),
        count("running_seconds", "Time between collections.", now.runningSeconds),
        count("mark_seconds", "Time to mark.", now.markSeconds),
        count("sweep_seconds", "Time to sweep.", now.sweepSeconds),
        count("compact_seconds", "Time to compact.", now.compactSeconds),
        count(
            "collection_seconds",
            "Time of all phases.",
            now.markSeconds + now.sweepSeconds + now.compactSeconds),
        count("compactions", "Collections that compacted.", now.compactions),
        count(
            "compactions_for_large",
            "Those that a request of more than 512 bytes made necessary.",
            now.compactionsForLarge),
        count("compacted_bytes", "Bytes that compactions have moved.", now.compactedBytes),
        count("reserve_requests", "Requests served from the reserve.", now.fromReserve),
        count("exhausted", "Requests that found nothing.", now.exhausted),
        count("growth_steps", "How often it grew.", now.growthSteps),
        gauge("size_bytes", "How large it is.", now.sizeBytes),
        gauge("live_bytes", "What lived at the last collection.", now.liveBytes),
        gauge("longest_compaction_seconds", "The longest of all.", now.longestCompactionSeconds),
        gauge(
            "recent_compaction_seconds",
            "The longest of the last two to four seconds.",
            now.recentCompactionSeconds));
  }

  private static MetricSnapshot count(String name, String help, Number value) {
    return Snapshots.counter(PREFIX + name, help, value);
  }

  private static MetricSnapshot gauge(String name, String help, Number value) {
    return Snapshots.gauge(PREFIX + name, help, value);
  }
}
