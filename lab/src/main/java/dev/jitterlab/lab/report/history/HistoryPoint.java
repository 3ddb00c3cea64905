package dev.jitterlab.lab.report.history;

import dev.jitterlab.lab.metric.CpuLoad;
import dev.jitterlab.lab.metric.Metric;
import dev.jitterlab.lab.metric.MetricValues;
import dev.jitterlab.lab.statistics.RatioEstimate;
import dev.jitterlab.lab.summary.RunHistory.Point;
import dev.jitterlab.lab.summary.Summary;
import dev.jitterlab.lab.summary.TrialOutcome;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
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
    String bound = why.isPresent() ? worse(metric) : bound(summary, group, metric);
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

  /** Which bound a figure is that looks better than it is. */
  private static String worse(Metric metric) {
    return metric.isHigherBetter() ? MetricValues.BELOW : MetricValues.AT_LEAST;
  }

  /**
   * Which bound the group's figure is; null where it is none. Of a group with an instance that
   * hung, the metrics have what the others did. Whether that is a bound follows from the number of
   * instances that count. What such an instance hides may be worse than any bound that the others
   * have, so it comes first. Older summaries tell it of the primary metric only, in the outcome.
   */
  private static String bound(Summary summary, Summary.GroupSummary group, Metric metric) {
    if (group.countingInstances() != null
        && hidingNothing(group, metric) < group.countingInstances()) {
      return worse(metric);
    }
    if (group.doubtedInstances() != null && group.doubtedInstances() > 0) {
      return worse(metric);
    }
    if (CpuLoad.isOfServer(metric)
        && group.cpuDoubtedInstances() != null
        && group.cpuDoubtedInstances() > 0) {
      return worse(metric);
    }
    String own = metric.standsForIt(group.metrics());
    if (own != null) {
      return own;
    }
    return summary.outcome() == null || !metric.key().equals(summary.primaryMetric())
        ? null
        : summary.outcome().figures().stream()
            .filter(figure -> figure.group().equals(group.name()))
            .map(TrialOutcome.Figure::bound)
            .filter(Objects::nonNull)
            .findFirst()
            .orElse(null);
  }

  /**
   * How many instances hide no figure of the metric. One that measured something, and has no figure
   * of a metric of which there may be nothing, is taken to have had nothing.
   */
  private static long hidingNothing(Summary.GroupSummary group, Metric metric) {
    return metric.mayBeOfNothing()
        ? group.instances().stream()
            .filter(instance -> !instance.nullified() && instance.metrics() != null)
            .count()
        : group.figuresOrBounds(metric).size();
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
