package dev.jitterlab.lab.report.history;

import dev.jitterlab.lab.metric.Metric;
import dev.jitterlab.lab.statistics.RatioEstimate;
import dev.jitterlab.lab.summary.RunHistory.Point;
import dev.jitterlab.lab.summary.Summary;
import java.util.Arrays;
import java.util.Optional;

/** A group's figure in one run, from its summary alone. */
final class HistoryPoint {
  private HistoryPoint() {}

  /**
   * Of that group; unknown where the run does not have it. What a figure is at least stands for it:
   * a run must not drop out of its series because its servers answered or ticked no more.
   */
  static Point of(Summary summary, String name, Metric metric) {
    Summary.GroupSummary group = summary.group(name).orElse(null);
    Double value = group == null ? null : metric.atLeast(group.metrics());
    if (value == null) {
      return new Point(null, null, null, 0);
    }
    boolean isBound = metric.in(group.metrics()) == null;
    double[] logs =
        isBound ? new double[0] : group.figures(metric).stream().mapToDouble(Math::log).toArray();
    return interval(value, logs)
        .map(i -> new Point(value, i.low(), i.high(), logs.length))
        .orElse(new Point(value, null, null, logs.length));
  }

  /** From the spread of the instances' own log figures; empty where they have none. */
  private static Optional<RatioEstimate.Interval> interval(double value, double[] logs) {
    int n = logs.length;
    double mean = Arrays.stream(logs).average().orElse(Double.NaN);
    double squares = Arrays.stream(logs).map(x -> (x - mean) * (x - mean)).sum();
    return n < 2 || !Double.isFinite(mean) || value <= 0
        ? Optional.empty()
        : new RatioEstimate(
                value,
                Optional.of(
                    new RatioEstimate.Uncertainty(value, Math.sqrt(squares / (n - 1) / n), n)))
            .interval();
  }
}
