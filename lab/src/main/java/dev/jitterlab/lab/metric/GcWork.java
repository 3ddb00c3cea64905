package dev.jitterlab.lab.metric;

import dev.jitterlab.lab.collector.GcLog;
import dev.jitterlab.lab.collector.Recorded;
import dev.jitterlab.lab.collector.Scrapes;
import dev.jitterlab.lab.run.LabMetrics;
import java.util.List;
import java.util.Optional;

/**
 * The CPU time of the threads that collect garbage. What a collector costs the server's own
 * threads, by barriers and by objects that it has moved out of their caches, is not in it: compare
 * the whole server's CPU load for that.
 *
 * <p>The kernel tells it of the threads that are there. So a server whose JVM was started again
 * while it was measured has none of these figures: what the first JVM's collector used is gone.
 */
public final class GcWork implements MetricProvider {
  /** As a share of the machine's CPU time, to be seen beside {@link CpuLoad#OF_SERVER}. */
  public static final Metric OF_MACHINE =
      Metric.of("gc_cpu_load", "CPU load of the collector", Unit.RATIO)
          .compared("CPU load of the garbage collector", "needs less CPU to collect")
          .shownFirst()
          .optional()
          .read(Pooling.mean(server -> CpuLoad.share(server, seconds(server))));

  /** As a share of what the server used. */
  public static final Metric OF_SERVER =
      Metric.of("gc_cpu_ratio", "Collector's share of the server's CPU", Unit.RATIO)
          .compared("share of its CPU that collects garbage", "spends less of its CPU on garbage")
          .optional()
          .read(
              Pooling.shareOfAmounts(
                  server -> Share.of(seconds(server), server.increase(LabMetrics.PROCESS_CPU))));

  @Override
  public List<Metric> metrics() {
    return List.of(OF_MACHINE, OF_SERVER);
  }

  private static Optional<Double> seconds(MeasuredInstance server) {
    return isAnotherJvm(server) ? Optional.empty() : server.growth(LabMetrics.COLLECTOR_CPU);
  }

  /**
   * The counter itself is sampled at both ends of the measurement only: where the new JVM has used
   * more than the old one, it does not fall.
   */
  private static boolean isAnotherJvm(MeasuredInstance server) {
    return server.startsAgain(Scrapes.COMPILED)
        || Recorded.loggedFrom(GcLog.file(server.folder()))
            .filter(begin -> begin > server.windows().from())
            .isPresent();
  }
}
