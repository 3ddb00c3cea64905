package dev.jitterlab.heap;

import dev.jitterlab.observer.Snapshots;
import io.prometheus.metrics.model.registry.MultiCollector;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.function.ToLongFunction;

/**
 * What is allocated and what lives, by our own account and by the JVM's: {@code
 * jitterlab_heap_allocated_bytes_total{account="own"|"jvm"}}, {@code
 * jitterlab_heap_live_bytes{account="own"|"jvm"}} (the JVM's from the full collection at the
 * start), {@code jitterlab_heap_survivors_total}, {@code jitterlab_heap_committed_bytes}, {@code
 * jitterlab_heap_cleaned_total}; {@code jitterlab_heap_jvms} and {@code
 * jitterlab_heap_resident_bytes}, of this JVM and of those beside it. For the lab {@code
 * jitterlab_work_due_total} and {@code jitterlab_work_done_total} count periods of ticks, and those
 * for which was allocated.
 */
final class HeapMetrics implements MultiCollector {
  private final List<ShapedTask> tasks;
  private final OptionalDouble liveByJvm;
  private final MoreJvms more;

  private HeapMetrics(List<ShapedTask> tasks, OptionalDouble liveByJvm, MoreJvms more) {
    this.more = more;
    this.tasks = tasks;
    this.liveByJvm = liveByJvm;
  }

  /**
   * Registers them.
   *
   * @param liveByJvm what the JVM's collector found alive beyond what it found before; empty if
   *     none ran
   * @param more the JVMs beside this one
   */
  static void register(
      PrometheusRegistry registry,
      List<ShapedTask> tasks,
      OptionalDouble liveByJvm,
      MoreJvms more) {
    registry.register(new HeapMetrics(tasks, liveByJvm, more));
  }

  @Override
  public MetricSnapshots collect() {
    Map<String, Double> live = new TreeMap<>(Map.of("own", sum(ShapedTask::liveBytes)));
    liveByJvm.ifPresent(bytes -> live.put("jvm", bytes));
    return new MetricSnapshots(
        Snapshots.counter(
            "jitterlab_heap_allocated_bytes",
            "Bytes that ticks have allocated, by account.",
            "account",
            Map.of("own", sum(ShapedTask::allocatedBytes), "jvm", sum(ShapedTask::allocatedByJvm))),
        Snapshots.gauge(
            "jitterlab_heap_live_bytes",
            "The live set, by account; the JVM's is of the collection at the start.",
            live.keySet(),
            account -> Labels.of("account", account),
            live::get),
        Snapshots.gauge(
            "jitterlab_heap_committed_bytes",
            "How large the JVM's heap is now.",
            ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getCommitted()),
        Snapshots.gauge(
            "jitterlab_heap_jvms", "JVMs with these options, this one included.", 1 + more.count()),
        Snapshots.gauge(
            "jitterlab_heap_resident_bytes",
            "How much of the machine's memory all of them have.",
            more.residentBytes()),
        Snapshots.counter(
            "jitterlab_heap_survivors",
            "Objects that have replaced live ones.",
            sum(ShapedTask::survivors)),
        Snapshots.counter(
            "jitterlab_work_due",
            "Periods of all ticks, with those that were missed.",
            sum(ShapedTask::duePeriods)),
        Snapshots.counter(
            "jitterlab_work_done",
            "Periods for which ticks have allocated.",
            sum(ShapedTask::donePeriods)),
        Snapshots.counter(
            "jitterlab_heap_cleaned",
            "Objects that a cleaner was told of.",
            ShapedTask.CLEANED.get()));
  }

  private double sum(ToLongFunction<ShapedTask> figure) {
    return (double) tasks.stream().mapToLong(figure).sum();
  }
}
