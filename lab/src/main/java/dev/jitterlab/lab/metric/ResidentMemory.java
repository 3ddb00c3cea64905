package dev.jitterlab.lab.metric;

import dev.jitterlab.lab.run.LabMetrics;
import java.util.List;

/** The highest resident set size of any server of the group. */
public final class ResidentMemory implements MetricProvider {
  /** It. */
  public static final Metric METRIC =
      Metric.of("resident_memory_bytes", "Resident memory", Unit.BYTES)
          .read(Pooling.greatest(server -> server.max(LabMetrics.RESIDENT)));

  @Override
  public List<Metric> metrics() {
    return List.of(METRIC);
  }
}
