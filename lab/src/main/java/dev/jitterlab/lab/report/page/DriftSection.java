package dev.jitterlab.lab.report.page;

import dev.jitterlab.lab.metric.Quantile;
import dev.jitterlab.lab.metric.TickTimes;
import dev.jitterlab.lab.report.chart.Axis;
import dev.jitterlab.lab.report.chart.Chart;
import dev.jitterlab.lab.report.chart.ChartSeries;
import dev.jitterlab.lab.report.chart.Point;
import dev.jitterlab.lab.report.data.ReportData;
import dev.jitterlab.lab.report.html.Html;
import dev.jitterlab.lab.summary.Summary;
import dev.jitterlab.lab.ticks.TickTime;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The distribution of drift as a percentile curve, one line a group. */
final class DriftSection {
  static final Section SECTION =
      Section.of(
              "drift",
              "Distribution of drift",
              "Each line shows for one group what share of all ticks started at most this late."
                  + " Ticks further right are rarer, and a line further down is better.",
              DriftSection::write)
          .where(data -> data.plan().hasTicks());

  private static final double MICROSECOND = 1e-6;

  private DriftSection() {}

  private static void write(Html html, ReportData data) {
    Legend.groups(html, data);
    List<ReportData.GroupTimeline> groups = data.timelines();
    Chart chart =
        Chart.of(
                "drift",
                Axis.of("percentile")
                    .title("percentile (% of ticks)")
                    .log()
                    .from(1)
                    .to(right(groups)),
                Axis.of("seconds").title("drift").log().from(MICROSECOND))
            .large()
            .heading("{x} % of ticks started at most so late:");
    chart.addOfEach(groups, group -> ChartSeries.line(group.driftCurve()).markers());
    chart.write(html, label(data));
    html.note(
        "Both axes are logarithmic. Values below 1 µs, including early ticks, are drawn at 1 µs.");
    LatencySection.waiting(data).ifPresent(html::note);
  }

  private static double right(List<ReportData.GroupTimeline> groups) {
    return groups.stream()
        .flatMap(group -> group.driftCurve().stream())
        .mapToDouble(Point::at)
        .max()
        .orElse(1);
  }

  private static String label(ReportData data) {
    return data.summary().groups().stream()
        .map(DriftSection::quantiles)
        .collect(Collectors.joining(" ", "Percentile curves of drift. ", ""))
        .strip();
  }

  private static String quantiles(Summary.GroupSummary group) {
    return Stream.of(Quantile.values())
        .map(one -> one.title() + " " + TickTimes.of(TickTime.DRIFT, one).show(group.metrics()))
        .collect(Collectors.joining(", ", group.name() + ": ", "."));
  }
}
