package dev.jitterlab.lab.metric;

import java.util.List;

/** The highest resident set size of any server of the group. */
public final class ResidentMemory implements MetricProvider {
  /** It. */
  public static final Metric METRIC =
      Metric.of("resident_memory_bytes", "Resident memory", Unit.BYTES)
          .read(Pooling.greatest(server -> server.max("lab_process_resident_bytes")));

  @Override
  public List<Metric> metrics() {
    return List.of(METRIC);
  }
}
