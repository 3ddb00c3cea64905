package dev.jitterlab.lab.experiment;

import dev.jitterlab.lab.metric.OwnMetrics;
import java.util.List;

/**
 * What is compared with what, and by which figures.
 *
 * @param baseline name of the group that the others are compared with
 * @param primaryMetric the metric that the verdict is about, such as {@code tick_drift_seconds.p99}
 * @param equivalenceMargin the part by which a ratio may differ from 1 without making a difference:
 *     0.03 for 3 %; null where the author has named none
 * @param calibration the name of the group that repeats the baseline; null where there is none
 * @param loadLevel the variable whose values are load levels; null where there is none
 * @param metrics what is measured beside the metrics of every experiment
 * @param published what papers say of what is measured
 */
public record Analysis(
    String baseline,
    String primaryMetric,
    Double equivalenceMargin,
    String calibration,
    String loadLevel,
    OwnMetrics metrics,
    List<PublishedFigure> published) {
  /** Copies the list; older plans lack own metrics and published figures. */
  public Analysis {
    metrics = metrics == null ? OwnMetrics.NONE : metrics;
    published = published == null ? List.of() : List.copyOf(published);
  }

  /** The same with another baseline, and another group that repeats it; null for none. */
  public Analysis with(String base, String again) {
    return new Analysis(
        base, primaryMetric, equivalenceMargin, again, loadLevel, metrics, published);
  }
}
