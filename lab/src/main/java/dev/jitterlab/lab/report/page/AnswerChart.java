package dev.jitterlab.lab.report.page;

import dev.jitterlab.lab.metric.Metric;
import dev.jitterlab.lab.report.chart.Axis;
import dev.jitterlab.lab.report.chart.Chart;
import dev.jitterlab.lab.report.chart.ChartSeries;
import dev.jitterlab.lab.report.chart.Segment;
import dev.jitterlab.lab.report.data.ReportData;
import dev.jitterlab.lab.report.html.Html;
import dev.jitterlab.lab.report.words.GroupFigure;
import java.util.List;
import java.util.stream.Stream;

/** The verdict's metric on the first screen: every instance, and each group's interval. */
final class AnswerChart {
  /** Of a row's height: a group's own figure, and its interval's ends. */
  private static final double FIGURE = 0.34;

  private static final double END = 0.14;

  private AnswerChart() {}

  /** Writes nothing where no group has a figure. */
  static void write(Html html, ReportData data) {
    List<GroupFigure> figures = GroupFigure.of(data.summary());
    if (figures.stream().allMatch(figure -> figure.value() == null)) {
      return;
    }
    Metric metric = data.primaryMetric();
    double floor = floor(data, metric, figures);
    Axis axis = InstancesSection.axis(metric);
    if (floor > 0) {
      axis.floor(floor);
    }
    Chart chart =
        Chart.of("answer", axis, Axis.names(GroupFigure.names(figures)).compact());
    for (int row = 0; row < figures.size(); row++) {
      GroupFigure figure = figures.get(row);
      if (figure.low() != null && figure.high() != null) {
        double low = Math.max(floor, figure.low());
        double high = Math.max(floor, figure.high());
        chart.add(
            ChartSeries.segments(
                    List.of(
                        new Segment(low, row, high, row),
                        new Segment(low, row - END, low, row + END),
                        new Segment(high, row - END, high, row + END)))
                .group(row)
                .width(2));
      }
      if (figure.value() != null) {
        double value = Math.max(floor, figure.value());
        chart.add(
            ChartSeries.segments(List.of(new Segment(value, row - FIGURE, value, row + FIGURE)))
                .group(row)
                .width(4));
        if (figure.isBaseline() && figures.size() > 1) {
          chart.ruleAt(value, "", "ink");
        }
      }
    }
    InstancesSection.addDots(chart, data, metric, floor);
    html.open("div", "class", "answer");
    chart.write(
        html,
        "Dot plot of %s: one dot per instance, a bar for each group, and its 95 %% interval against"
            .formatted(metric.words())
            + " the baseline; the table below has the figures.");
    html.element("p", legend(figures, floor), "class", "note");
    html.closeLine();
  }

  private static String legend(List<GroupFigure> figures, double floor) {
    boolean intervals = figures.stream().anyMatch(figure -> figure.low() != null);
    return "A dot is one instance, a bar its group."
        + (intervals
            ? " The line is the 95 % interval of the group’s ratio to the baseline: where it crosses"
                + " the broken line, chance may explain the difference."
            : "")
        + (floor > 0 ? " Zeros are drawn at the left." : "");
  }

  /** Where zeros are drawn if the figures span more than a linear axis shows; else 0. */
  private static double floor(ReportData data, Metric metric, List<GroupFigure> figures) {
    List<Double> all =
        Stream.concat(
                figures.stream()
                    .flatMap(figure -> Stream.of(figure.value(), figure.low(), figure.high())
                        .filter(value -> value != null)),
                data.summary().groups().stream()
                    .flatMap(group -> group.instances().stream())
                    .map(instance -> metric.in(instance.metrics()))
                    .filter(value -> value != null))
            .toList();
    double highest = all.stream().mapToDouble(value -> value).max().orElse(0);
    double lowest = all.stream().mapToDouble(value -> value).filter(value -> value > 0).min().orElse(0);
    boolean zeros = all.stream().anyMatch(value -> value <= 0);
    return zeros && lowest > 0 && highest / lowest > 8 ? lowest / 2 : 0;
  }
}
