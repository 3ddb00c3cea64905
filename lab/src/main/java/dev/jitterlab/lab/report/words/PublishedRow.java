package dev.jitterlab.lab.report.words;

import dev.jitterlab.lab.Units;
import dev.jitterlab.lab.experiment.PublishedFigure;
import dev.jitterlab.lab.metric.Metric;
import dev.jitterlab.lab.metric.MetricValues;
import dev.jitterlab.lab.summary.Summary;
import dev.jitterlab.lab.summary.Summary.InstanceSummary;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * What a paper says, and what this run says of the same. Immutable.
 *
 * @param claim the paper's
 * @param source where it stands
 * @param measured the metric and the group that measure it here
 * @param published the paper's figure
 * @param here this run's: a ratio with its interval, or a figure with the least and the greatest of
 *     the group's instances, each marked if it is only a bound
 */
public record PublishedRow(
    String claim, String source, String measured, String published, String here) {
  /** The rows of a run, in the experiment's order. */
  public static List<PublishedRow> of(List<PublishedFigure> published, Summary summary) {
    return published.stream().map(figure -> of(figure, summary)).toList();
  }

  private static PublishedRow of(PublishedFigure figure, Summary summary) {
    Optional<Metric> metric = summary.metric(figure.metric());
    String title = metric.map(Metric::title).orElse(figure.metric());
    boolean isRatio = figure.ratio() != null;
    return new PublishedRow(
        figure.claim(),
        figure.source(),
        title + " of " + figure.group() + (isRatio ? " / " + summary.baseline() : ""),
        isRatio ? figure.ratio() : figure.value(),
        isRatio
            ? ratio(figure, summary)
            : metric.map(one -> value(one, figure, summary)).orElse(Units.NONE));
  }

  private static String ratio(PublishedFigure figure, Summary summary) {
    return summary.comparisons().stream()
        .filter(one -> one.metric().equals(figure.metric()) && one.group().equals(figure.group()))
        .findFirst()
        .map(one -> Decision.interval(one) + ", " + Decision.of(summary, one).word())
        .orElse(Units.NONE);
  }

  private static String value(Metric metric, PublishedFigure figure, Summary summary) {
    List<MetricValues> instances =
        summary.group(figure.group()).stream()
            .flatMap(group -> group.instances().stream())
            .filter(instance -> !instance.nullified())
            .map(InstanceSummary::metrics)
            .filter(values -> metric.figureOrBound(values) != null)
            .toList();
    if (instances.isEmpty()) {
      return Units.NONE;
    }
    Comparator<MetricValues> byFigure = Comparator.comparingDouble(metric::figureOrBound);
    return "%s (%s to %s)"
        .formatted(
            FigureWords.of(summary, figure.group(), metric),
            metric.show(Collections.min(instances, byFigure)),
            metric.show(Collections.max(instances, byFigure)));
  }
}
