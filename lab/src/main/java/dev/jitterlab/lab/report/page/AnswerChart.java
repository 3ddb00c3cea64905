package dev.jitterlab.lab.report.page;

import dev.jitterlab.lab.metric.Metric;
import dev.jitterlab.lab.report.chart.Axis;
import dev.jitterlab.lab.report.chart.Chart;
import dev.jitterlab.lab.report.chart.ChartSeries;
import dev.jitterlab.lab.report.chart.Segment;
import dev.jitterlab.lab.report.data.ReportData;
import dev.jitterlab.lab.report.html.Html;
import dev.jitterlab.lab.report.words.FigureWords;
import dev.jitterlab.lab.report.words.GroupFigure;
import dev.jitterlab.lab.report.words.GroupFigure.Reach;
import java.util.ArrayList;
import java.util.List;

/** The verdict's metric on the first screen: every instance, and each group's interval. */
final class AnswerChart {
  /** Of a row's height: a group's own figure, and its interval's ends. */
  private static final double FIGURE = 0.36;

  private static final double END = 0.14;

  private AnswerChart() {}

  /** Writes nothing where no group has a figure. */
  static void write(Html html, ReportData data) {
    List<GroupFigure> figures = GroupFigure.of(data.summary());
    Reach reach = GroupFigure.reach(figures).orElse(null);
    if (reach == null) {
      return;
    }
    Metric metric = data.primaryMetric();
    Axis axis = InstancesSection.axis(metric);
    if (reach.floor() > 0) {
      axis.floor(reach.floor());
    }
    Chart chart = Chart.of("answer", axis, Axis.names(GroupFigure.names(figures)).compact());
    for (int row = 0; row < figures.size(); row++) {
      GroupFigure figure = figures.get(row);
      if (figure.isBaseline() && figure.value() != null && figures.size() > 1) {
        double at = reach.at(figure.value());
        chart.add(
            ChartSeries.segments(List.of(new Segment(at, -0.5, at, figures.size() - 0.5)))
                .style("baseline", "soft", 1.5, 4, 4));
      }
      if (figure.low() != null && figure.high() != null) {
        chart.add(ChartSeries.segments(interval(figure, reach, row)).group(row).solid().width(2));
      }
      if (figure.value() != null) {
        double at = reach.at(figure.value());
        chart.add(
            ChartSeries.segments(List.of(new Segment(at, row - FIGURE, at, row + FIGURE)))
                .group(row)
                .solid()
                .width(4));
      }
    }
    InstancesSection.addDots(
        chart, data, metric, reach.floor() > 0 ? reach.floor() : Double.NEGATIVE_INFINITY);
    html.open("div", "class", "answer");
    chart.write(
        html,
        ("Dot plot of %s: one dot per instance, a bar for each group, and its 95 %% interval"
                + " against the baseline; the table below has the figures.")
            .formatted(metric.words()));
    html.note(legend(data, figures, reach));
    html.closeLine();
  }

  /** A line, and a stroke at each end that is not further away than the chart reaches. */
  private static List<Segment> interval(GroupFigure figure, Reach reach, int row) {
    double low = Math.clamp(figure.low(), reach.low(), reach.high());
    double high = Math.clamp(figure.high(), reach.low(), reach.high());
    List<Segment> segments = new ArrayList<>(List.of(new Segment(low, row, high, row)));
    if (low == figure.low()) {
      segments.add(new Segment(low, row - END, low, row + END));
    }
    if (high == figure.high()) {
      segments.add(new Segment(high, row - END, high, row + END));
    }
    return segments;
  }

  private static String legend(ReportData data, List<GroupFigure> figures, Reach reach) {
    boolean intervals = figures.stream().anyMatch(figure -> figure.low() != null);
    return "A dot is one instance, a bar is its group."
        + (intervals
            ? " The line is the 95 % interval of the group’s ratio to the baseline, drawn from the"
                + " baseline’s figure (broken line). An interval without an end stroke goes on"
                + " beyond the chart."
            : "")
        + (reach.floor() > 0 ? " Zeros are drawn at the left." : "")
        + FigureWords.notDrawn(data.summary(), data.primaryMetric()).map(" "::concat).orElse("");
  }
}
