package dev.jitterlab.lab.report.words;

import dev.jitterlab.lab.metric.Metric;
import dev.jitterlab.lab.metric.MetricValues;
import dev.jitterlab.lab.summary.FigureBounds;
import dev.jitterlab.lab.summary.Summary;
import dev.jitterlab.lab.summary.Summary.InstanceSummary;
import java.util.List;
import java.util.Optional;

/** Figures that are only bounds, as page and terminal say them. Stateless. */
public final class FigureWords {
  private static final int MOST_NAMED = 6;

  private FigureWords() {}

  /**
   * A group's figure in a table. It is marked as a bound also where all instances that have left
   * something have a figure, and another one has not, or where one may look better than it is.
   */
  public static String of(Summary summary, String group, Metric metric) {
    MetricValues figures = summary.figures(group);
    String shown = metric.show(figures);
    return metric.in(figures) == null ? shown : mark(summary, group, metric) + shown;
  }

  /** Whether a group has only a bound of a metric, as {@link #of} marks it. */
  public static boolean isBound(Summary summary, String group, Metric metric) {
    return bound(summary, group, metric).isPresent();
  }

  private static String mark(Summary summary, String group, Metric metric) {
    return bound(summary, group, metric).map(FigureWords::sign).orElse("");
  }

  /** What stands before a figure that is only a bound. */
  static String sign(String bound) {
    return bound.equals(MetricValues.BELOW) ? "< " : "≥ ";
  }

  /** Of a group that has no figure at all, nothing is known. */
  private static Optional<String> bound(Summary summary, String name, Metric metric) {
    return summary
        .group(name)
        .filter(group -> metric.figureOrBound(group.metrics()) != null)
        .flatMap(group -> FigureBounds.besideOthers(summary, group, metric));
  }

  /** Says which instances a chart has no dot of, because only a bound is known; empty for none. */
  public static Optional<String> notDrawn(Summary summary, Metric metric) {
    List<String> bounds =
        summary.groups().stream()
            .flatMap(group -> group.instances().stream())
            .filter(one -> metric.standsForIt(one.metrics()) != null)
            .map((InstanceSummary one) -> one.id() + " " + metric.show(one.metrics()))
            .toList();
    if (bounds.isEmpty()) {
      return Optional.empty();
    }
    int more = bounds.size() - MOST_NAMED;
    return Optional.of(
        "Without a dot, because only a bound is known: "
            + String.join(", ", more > 0 ? bounds.subList(0, MOST_NAMED) : bounds)
            + (more > 0 ? " and " + more + " more." : "."));
  }
}
