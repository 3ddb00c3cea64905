package dev.jitterlab.lab.metric;

import dev.jitterlab.lab.run.LabMetrics;
import java.util.List;

/**
 * The CPU time of the threads that collect garbage. What a collector costs the server's own
 * threads, by barriers and by objects that it has moved out of their caches, is not in it: compare
 * the whole server's CPU load for that.
 */
public final class GcWork implements MetricProvider {
  /** As a share of the machine's CPU time, to be seen beside {@link CpuLoad#OF_SERVER}. */
  public static final Metric OF_MACHINE =
      Metric.of("gc_cpu_load", "CPU load of the collector", Unit.RATIO)
          .compared("CPU load of the garbage collector", "needs less CPU to collect")
          .shownFirst()
          .optional()
          .read(Pooling.mean(server -> CpuLoad.share(server, LabMetrics.COLLECTOR_CPU)));

  /** As a share of what the server used. */
  public static final Metric OF_SERVER =
      Metric.of("gc_cpu_ratio", "Collector's share of the server's CPU", Unit.RATIO)
          .compared("share of its CPU that collects garbage", "spends less of its CPU on garbage")
          .optional()
          .read(
              Pooling.shareOfAmounts(
                  server ->
                      Share.of(
                          server.increase(LabMetrics.COLLECTOR_CPU),
                          server.increase(LabMetrics.PROCESS_CPU))));

  @Override
  public List<Metric> metrics() {
    return List.of(OF_MACHINE, OF_SERVER);
  }
}
