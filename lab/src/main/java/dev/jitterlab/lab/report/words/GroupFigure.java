package dev.jitterlab.lab.report.words;

import dev.jitterlab.lab.metric.Metric;
import dev.jitterlab.lab.summary.Summary;
import dev.jitterlab.lab.summary.Summary.Comparison;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;

/**
 * What a group has of the verdict's metric, as page and terminal draw it. Immutable.
 *
 * @param value its figure; null where none is known, not even if there is a bound of it
 * @param shown as text, a bound as one
 * @param low where the interval of its ratio to the baseline begins, in the metric's unit: at the
 *     baseline's figure times that end; null for the baseline itself, and where there is no
 *     interval
 * @param high where it ends
 * @param instances the figures of the instances that count
 */
public record GroupFigure(
    String group,
    boolean isBaseline,
    Double value,
    String shown,
    Double low,
    Double high,
    List<Double> instances) {

  /**
   * How far a drawing reaches. An interval that is wider ends there.
   *
   * @param floor where a logarithmic axis has its zeros; 0 without any, and for a linear axis
   * @param isLog whether the figures span more than a linear axis shows
   */
  public record Reach(double low, double high, double floor, boolean isLog) {
    /** The place of a value: not below the floor. */
    public double at(double value) {
      return floor > 0 ? Math.max(floor, value) : value;
    }
  }

  /** An interval is drawn up to so many times the lowest and the highest figure. */
  private static final double MOST = 4;

  /** From here on an axis is logarithmic, as the page's script has it. */
  private static final double WIDE = 8;

  /** Of every group, in the summary's order. */
  public static List<GroupFigure> of(Summary summary) {
    Metric metric = metric(summary).orElse(null);
    if (metric == null) {
      return List.of();
    }
    Double baseline = metric.in(summary.figures(summary.baseline()));
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
                  FigureWords.of(summary, group.name(), metric),
                  known ? (Double) (baseline * ratio.low()) : null,
                  known ? (Double) (baseline * ratio.high()) : null,
                  group.figures(metric));
            })
        .toList();
  }

  /** The metric that the verdict is about. */
  public static Optional<Metric> metric(Summary summary) {
    return Optional.ofNullable(summary.primaryMetric()).flatMap(summary::metric);
  }

  /** Empty where nothing is known. */
  public static Optional<Reach> reach(List<GroupFigure> figures) {
    double[] all =
        figures.stream()
            .flatMap(one -> Stream.concat(Stream.ofNullable(one.value), one.instances.stream()))
            .mapToDouble(value -> value)
            .toArray();
    if (all.length == 0) {
      return Optional.empty();
    }
    double lowest = DoubleStream.of(all).min().orElseThrow();
    double highest = DoubleStream.of(all).max().orElseThrow();
    double least = DoubleStream.of(all).filter(value -> value > 0).min().orElse(0);
    double ends = lowest > 0 ? lowest / MOST : lowest - (highest - lowest);
    double[] shown =
        DoubleStream.concat(
                DoubleStream.of(all),
                figures.stream()
                    .flatMap(one -> Stream.of(one.low, one.high))
                    .filter(Objects::nonNull)
                    .mapToDouble(end -> Math.clamp(end, ends, Math.max(ends, highest * MOST))))
            .toArray();
    double from = DoubleStream.of(shown).min().orElseThrow();
    double to = DoubleStream.of(shown).max().orElseThrow();
    boolean zeros = lowest <= 0;
    boolean log = lowest >= 0 && least > 0 && to / (zeros ? least : from) > WIDE;
    double floor = log && zeros ? least / 2 : 0;
    return Optional.of(new Reach(floor > 0 ? floor : from, to, floor, log));
  }

  /** What stands beside their rows. */
  public static List<String> names(List<GroupFigure> figures) {
    List<String> groups = ShortNames.besideRows(figures.stream().map(GroupFigure::group).toList());
    List<String> names = new ArrayList<>();
    for (int row = 0; row < groups.size(); row++) {
      boolean isMarked = figures.get(row).isBaseline() && groups.size() > 1;
      names.add(groups.get(row) + (isMarked ? " (baseline)" : ""));
    }
    return names;
  }
}
