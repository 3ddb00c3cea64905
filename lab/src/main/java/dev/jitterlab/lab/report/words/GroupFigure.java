package dev.jitterlab.lab.report.words;

import dev.jitterlab.lab.metric.Metric;
import dev.jitterlab.lab.summary.Summary;
import dev.jitterlab.lab.summary.Summary.Comparison;
import java.util.List;
import java.util.Optional;

/**
 * What a group has of the verdict's metric, as page and terminal draw it. Immutable.
 *
 * @param value its figure; null where nothing is known
 * @param low where the interval of its ratio to the baseline begins, in the metric's unit: at the
 *     baseline's figure times that end; null for the baseline itself, and where there is no interval
 * @param high where it ends
 */
public record GroupFigure(
    String group, boolean isBaseline, Double value, Double low, Double high) {
  /** Of every group, in the summary's order. */
  public static List<GroupFigure> of(Summary summary) {
    Metric metric = metric(summary).orElse(null);
    if (metric == null) {
      return List.of();
    }
    Double baseline =
        summary.groups().stream()
            .filter(group -> group.name().equals(summary.baseline()))
            .findFirst()
            .map(group -> metric.in(group.metrics()))
            .orElse(null);
    return summary.groups().stream()
        .map(
            group -> {
              Comparison ratio =
                  summary.comparisons().stream()
                      .filter(one -> one.metric().equals(metric.key()))
                      .filter(one -> one.group().equals(group.name()))
                      .filter(one -> one.low() != null && one.high() != null)
                      .findFirst()
                      .orElse(null);
              boolean known = baseline != null && ratio != null;
              return new GroupFigure(
                  group.name(),
                  group.name().equals(summary.baseline()),
                  metric.in(group.metrics()),
                  known ? (Double) (baseline * ratio.low()) : null,
                  known ? (Double) (baseline * ratio.high()) : null);
            })
        .toList();
  }

  /** The metric that the verdict is about. */
  public static Optional<Metric> metric(Summary summary) {
    return Optional.ofNullable(summary.primaryMetric()).flatMap(summary::metric);
  }

  /** What stands beside their rows. */
  public static List<String> names(List<GroupFigure> figures) {
    return figures.stream()
        .map(one -> one.group() + (one.isBaseline() && figures.size() > 1 ? " (baseline)" : ""))
        .toList();
  }
}
