package dev.jitterlab.lab.metric;

import dev.jitterlab.lab.run.LabMetrics;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Which share of the machine's CPU time was used, in the mean. */
public final class CpuLoad implements MetricProvider {
  /** By the server itself. */
  public static final Metric OF_SERVER =
      Metric.of("cpu_load", "CPU load", Unit.RATIO)
          .compared("CPU load", "needs less CPU")
          .shownFirst()
          .priced()
          .read(Pooling.mean(server -> share(server, LabMetrics.PROCESS_CPU)));

  /**
   * The part of it that those of its threads used which answer the scrapes, write the tick log or
   * belong to Flight Recorder.
   */
  public static final Metric OF_OBSERVING =
      Metric.of("observing_cpu_load", "Observing", Unit.RATIO)
          .read(Pooling.mean(server -> share(server, LabMetrics.OBSERVING_CPU)));

  /** By all: 1 − idle share over all cores, as the thesis defines it (section 3.4.3). */
  public static final Metric OF_MACHINE =
      Metric.of("system_cpu_load", "CPU load of the machine", Unit.RATIO)
          .read(Pooling.mean(MeasuredInstance::machineCpuLoad));

  /** Whether a metric tells what CPU time a server's own processes used. */
  public static boolean isOfServer(Metric metric) {
    return Stream.of(OF_SERVER, CpuCourse.BEGIN, CpuCourse.PEAK)
        .anyMatch(one -> one.key().equals(metric.key()));
  }

  @Override
  public List<Metric> metrics() {
    return List.of(OF_SERVER, OF_OBSERVING, OF_MACHINE);
  }

  /** Of what all cores can give, by a counter of seconds. */
  static Optional<Double> share(MeasuredInstance server, String counter) {
    return share(server, server.increase(counter));
  }

  /** The same, of known seconds. */
  static Optional<Double> share(MeasuredInstance server, Optional<Double> seconds) {
    return server.machineCpuSeconds().flatMap(all -> seconds.map(used -> used / all));
  }
}
