package dev.jitterlab.lab.report.history;

import dev.jitterlab.lab.metric.CpuLoad;
import dev.jitterlab.lab.metric.Metric;
import dev.jitterlab.lab.statistics.RatioEstimate;
import dev.jitterlab.lab.summary.FigureBounds;
import dev.jitterlab.lab.summary.RunHistory.Point;
import dev.jitterlab.lab.summary.Summary;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** A group's figure in one run, from its summary alone. */
final class HistoryPoint {
  private HistoryPoint() {}

  /**
   * Of that group; unknown where the run does not have it. A bound stands for a figure that is not
   * known: a run must not drop out of its series because its servers answered or ticked no more, or
   * carried not even the least load. A bound has no interval, because the instances that have a
   * figure say nothing of those that have none.
   *
   * @param answeredLess why what less work improves is a bound: it answered clearly less than in
   *     another run
   * @param helpedMore why the CPU load is one: its helper processes used more than in another run
   */
  static Point of(
      Summary summary,
      String name,
      Metric metric,
      Optional<String> answeredLess,
      Optional<String> helpedMore) {
    Summary.GroupSummary group = summary.group(name).orElse(null);
    Double value = group == null ? null : metric.figureOrBound(group.metrics());
    if (value == null) {
      return new Point(null, null, null, 0, null);
    }
    List<Double> figures = group.figures(metric);
    Optional<String> why =
        answeredLess
            .filter(_ -> metric.isBetterWithLessWork())
            .or(() -> helpedMore.filter(_ -> CpuLoad.isOfServer(metric)));
    String bound =
        why.isPresent()
            ? FigureBounds.worse(metric)
            : FigureBounds.of(summary, group, metric).orElse(null);
    boolean areAllKnown = bound == null && figures.size() == group.figuresOrBounds(metric).size();
    Optional<RatioEstimate.Interval> interval =
        areAllKnown
            ? interval(value, figures.stream().mapToDouble(Math::log).toArray())
            : Optional.empty();
    return new Point(
        value,
        interval.map(RatioEstimate.Interval::low).orElse(null),
        interval.map(RatioEstimate.Interval::high).orElse(null),
        figures.size(),
        bound,
        why.orElse(null));
  }

  /** From the spread of the instances' own log figures; empty where they have none. */
  private static Optional<RatioEstimate.Interval> interval(double value, double[] logs) {
    int n = logs.length;
    double mean = Arrays.stream(logs).average().orElse(Double.NaN);
    double squares = Arrays.stream(logs).map(x -> (x - mean) * (x - mean)).sum();
    return n < 2 || !(squares > 0) || !Double.isFinite(mean) || value <= 0
        ? Optional.empty()
        : new RatioEstimate(
                value,
                Optional.of(
                    new RatioEstimate.Uncertainty(value, Math.sqrt(squares / (n - 1) / n), n)))
            .interval();
  }
}
