package dev.jitterlab.lab.metric;

import java.util.List;

/**
 * Describes one metric, or several that belong together. The lab's own are listed in {@link
 * Metrics}; those of a user's jar are found by {@link dev.jitterlab.lab.Extensions}.
 */
public interface MetricProvider {
  /** The metrics, in the order of summary.json. Called once. */
  List<Metric> metrics();
}
