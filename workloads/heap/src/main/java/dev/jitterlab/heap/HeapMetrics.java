package dev.jitterlab.heap;

import io.prometheus.metrics.model.registry.MultiCollector;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import io.prometheus.metrics.model.snapshots.CounterSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.ToLongFunction;

/**
 * What is allocated and what lives, by our own account and by the JVM's: {@code
 * jitterlab_heap_allocated_bytes_total{account="own"|"jvm"}}, {@code
 * jitterlab_heap_live_bytes{account="own"|"jvm"}} (the JVM's from the full collection at the
 * start), {@code jitterlab_heap_survivors_total}, {@code jitterlab_heap_committed_bytes}, {@code
 * jitterlab_heap_cleaned_total}; {@code jitterlab_heap_jvms} and {@code
 * jitterlab_heap_resident_bytes}, of this JVM and of those beside it.
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
    CounterSnapshot allocated =
        CounterSnapshot.builder()
            .name("jitterlab_heap_allocated_bytes")
            .help("Bytes that ticks have allocated, by account.")
            .dataPoint(counted("own", sum(ShapedTask::allocatedBytes)))
            .dataPoint(counted("jvm", sum(ShapedTask::allocatedByJvm)))
            .build();
    GaugeSnapshot.Builder live =
        GaugeSnapshot.builder()
            .name("jitterlab_heap_live_bytes")
            .help("The live set, by account; the JVM's is of the collection at the start.")
            .dataPoint(measured("own", sum(ShapedTask::liveBytes)));
    liveByJvm.ifPresent(bytes -> live.dataPoint(measured("jvm", bytes)));
    MetricSnapshot committed =
        GaugeSnapshot.builder()
            .name("jitterlab_heap_committed_bytes")
            .help("How large the JVM's heap is now.")
            .dataPoint(
                GaugeSnapshot.GaugeDataPointSnapshot.builder()
                    .value(
                        (double)
                            ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getCommitted())
                    .build())
            .build();
    return new MetricSnapshots(
        allocated,
        live.build(),
        committed,
        gauge(
            "jitterlab_heap_jvms", "JVMs with these options, this one included.", 1 + more.count()),
        gauge(
            "jitterlab_heap_resident_bytes",
            "How much of the machine's memory all of them have.",
            more.residentBytes()),
        count(
            "jitterlab_heap_survivors",
            "Objects that have replaced live ones.",
            sum(ShapedTask::survivors)),
        count(
            "jitterlab_heap_cleaned",
            "Objects that a cleaner was told of.",
            (double) ShapedTask.CLEANED.get()));
  }

  private double sum(ToLongFunction<ShapedTask> figure) {
    return (double) tasks.stream().mapToLong(figure).sum();
  }

  private static CounterSnapshot.CounterDataPointSnapshot counted(String account, double value) {
    return CounterSnapshot.CounterDataPointSnapshot.builder()
        .labels(Labels.of("account", account))
        .value(value)
        .build();
  }

  private static GaugeSnapshot.GaugeDataPointSnapshot measured(String account, double value) {
    return GaugeSnapshot.GaugeDataPointSnapshot.builder()
        .labels(Labels.of("account", account))
        .value(value)
        .build();
  }

  private static MetricSnapshot gauge(String name, String help, double value) {
    return GaugeSnapshot.builder()
        .name(name)
        .help(help)
        .dataPoint(GaugeSnapshot.GaugeDataPointSnapshot.builder().value(value).build())
        .build();
  }

  /** A counter without labels. */
  static MetricSnapshot count(String name, String help, double value) {
    return CounterSnapshot.builder()
        .name(name)
        .help(help)
        .dataPoint(CounterSnapshot.CounterDataPointSnapshot.builder().value(value).build())
        .build();
  }
}
