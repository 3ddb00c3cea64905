package dev.jitterlab.aggregator.server;

import com.sun.management.GarbageCollectionNotificationInfo;
import com.sun.management.GcInfo;
import dev.jitterlab.observer.Snapshots;
import io.prometheus.metrics.model.registry.MultiCollector;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.lang.management.MemoryUsage;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Collectors;
import javax.management.Notification;
import javax.management.NotificationEmitter;
import javax.management.NotificationListener;
import javax.management.openmbean.CompositeData;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.Recorder;

/**
 * The pauses of the collector, and the heap before and after them, as the JVM tells of them: the
 * measures of the paper's tables. A concurrent collector's cycles are no pauses. In milliseconds,
 * which is how finely the JVM tells. Thread-safe.
 */
final class PauseWatch implements NotificationListener, MultiCollector {
  private static final long LONGEST_NS = TimeUnit.MINUTES.toNanos(5);

  private final Recorder pauses = new Recorder(LONGEST_NS, 2);
  private final LongAdder count = new LongAdder();
  private final LongAdder sumMs = new LongAdder();
  private final AtomicLong longestMs = new AtomicLong();
  private final AtomicLong mostBytes = new AtomicLong();
  private volatile long afterBytes;
  private final Set<String> heapPools =
      ManagementFactory.getMemoryPoolMXBeans().stream()
          .filter(pool -> pool.getType() == MemoryType.HEAP)
          .map(MemoryPoolMXBean::getName)
          .collect(Collectors.toSet());

  /** Begins to watch. */
  void start() {
    for (GarbageCollectorMXBean collector : ManagementFactory.getGarbageCollectorMXBeans()) {
      if (collector instanceof NotificationEmitter && !collector.getName().endsWith("Cycles")) {
        ((NotificationEmitter) collector).addNotificationListener(this, null, null);
      }
    }
  }

  @Override
  public void handleNotification(Notification notification, Object handback) {
    if (!notification
        .getType()
        .equals(GarbageCollectionNotificationInfo.GARBAGE_COLLECTION_NOTIFICATION)) {
      return;
    }
    GcInfo info =
        GarbageCollectionNotificationInfo.from((CompositeData) notification.getUserData())
            .getGcInfo();
    paused(
        info.getDuration(),
        heap(info.getMemoryUsageBeforeGc()),
        heap(info.getMemoryUsageAfterGc()));
  }

  void paused(long ms, long beforeBytes, long nowBytes) {
    count.increment();
    sumMs.add(ms);
    longestMs.accumulateAndGet(ms, Math::max);
    mostBytes.accumulateAndGet(Math.max(beforeBytes, nowBytes), Math::max);
    afterBytes = nowBytes;
    pauses.recordValue(Math.min(LONGEST_NS, TimeUnit.MILLISECONDS.toNanos(ms)));
  }

  private long heap(Map<String, MemoryUsage> pools) {
    long bytes = 0;
    for (Map.Entry<String, MemoryUsage> pool : pools.entrySet()) {
      bytes += heapPools.contains(pool.getKey()) ? pool.getValue().getUsed() : 0;
    }
    return bytes;
  }

  /** Returns the pauses since the last call; asked by one thread at a time. */
  Histogram takePauses() {
    return pauses.getIntervalHistogram();
  }

  @Override
  public MetricSnapshots collect() {
    return new MetricSnapshots(
        Snapshots.counter("jitterlab_gc_pauses", "Pauses of the collector.", count.sum()),
        Snapshots.counter(
            "jitterlab_gc_pause_seconds", "All of them together.", sumMs.sum() / 1_000.0),
        Snapshots.gauge(
            "jitterlab_gc_longest_pause_seconds",
            "The longest since the start.",
            longestMs.get() / 1_000.0),
        Snapshots.gauge(
            "jitterlab_heap_after_gc_bytes", "Heap in use after the last one.", afterBytes),
        Snapshots.gauge(
            "jitterlab_heap_most_bytes",
            "Most heap in use when a collection began, since the start.",
            mostBytes.get()));
  }
}
