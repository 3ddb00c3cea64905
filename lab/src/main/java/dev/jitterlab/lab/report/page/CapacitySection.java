package dev.jitterlab.lab.report.page;

import dev.jitterlab.lab.Units;
import dev.jitterlab.lab.metric.CapacityQuestion;
import dev.jitterlab.lab.metric.CarriedLoad;
import dev.jitterlab.lab.metric.Metric;
import dev.jitterlab.lab.report.chart.Axis;
import dev.jitterlab.lab.report.chart.Chart;
import dev.jitterlab.lab.report.chart.ChartSeries;
import dev.jitterlab.lab.report.chart.Point;
import dev.jitterlab.lab.report.data.LateShares;
import dev.jitterlab.lab.report.data.ReportData;
import dev.jitterlab.lab.report.html.Html;
import dev.jitterlab.lab.report.table.Table;
import dev.jitterlab.lab.report.words.FigureWords;
import dev.jitterlab.lab.summary.Summary;
import java.util.DoubleSummaryStatistics;
import java.util.stream.Collectors;

/**
 * The share of late ticks, of overdue periods, or of requests that missed their promise, against
 * the load, and up to which load it stays within the limit.
 */
final class CapacitySection {
  static final Section SECTION =
      Section.of("capacity", "Capacity", CapacitySection::lead, CapacitySection::write)
          .where(data -> data.summary().metrics().capacity() != null);

  private static final double LEAST_SHARE = 1e-5;

  private CapacitySection() {}

  private static String lead(ReportData data) {
    CapacityQuestion question = data.summary().metrics().capacity();
    if (question.isOfRequests()) {
      return ("The greatest load at which at most %s %s: further right is better. The load is"
              + " arrivals a second (requests, or journeys of a scenario), or users.")
          .formatted(Units.share(question.lateRatio()), question.limited());
    }
    return "The greatest load (%s) at which no more than %s %s: further right is better."
        .formatted(question.load(), Units.share(question.lateRatio()), question.limited());
  }

  private static void write(Html html, ReportData data) {
    Metric capacity = CarriedLoad.metric(data.summary().metrics().capacity());
    Legend.groups(html, data);
    String late = late(data);
    chart(data)
        .write(
            html,
            "The share of "
                + late
                + " against the load, one line a group; the table below has the capacities.");
    html.note(
        "Dots are what was seen of all instances together; the line is the best curve through it"
            + " that never falls. Shares below 0.001 % are drawn there.");
    Table table =
        Table.of("Capacity: the mean instance, and each")
            .text("Group")
            .number("Capacity", "capacity")
            .text("Instances", "instances");
    for (Summary.GroupSummary group : data.summary().groups()) {
      table.row(
          group.name(),
          FigureWords.of(data.summary(), group.name(), capacity),
          group.instances().stream()
              .filter(instance -> !instance.nullified())
              .map(instance -> capacity.show(instance.metrics()))
              .collect(Collectors.joining(", ")));
    }
    table.write(html);
  }

  private static String late(ReportData data) {
    return data.summary().metrics().capacity().late();
  }

  private static Chart chart(ReportData data) {
    double limit = data.summary().metrics().capacity().lateRatio();
    DoubleSummaryStatistics loads =
        data.timelines().stream()
            .flatMap(group -> group.lateShares().curve().stream())
            .mapToDouble(Point::at)
            .summaryStatistics();
    Axis load = Axis.of("number").title("load");
    if (loads.getCount() > 0) {
      load.from(loads.getMin()).to(loads.getMax());
      if (loads.getMin() > 0 && loads.getMax() > 10 * loads.getMin()) {
        load.log();
      }
    }
    Chart chart =
        Chart.of("capacity", load, Axis.of("share").title(late(data)).log().from(LEAST_SHARE))
            .large()
            .heading("load {x}")
            .limit(limit, "limit " + Units.share(limit));
    for (int i = 0; i < data.timelines().size(); i++) {
      LateShares late = data.timelines().get(i).lateShares();
      chart.add(ChartSeries.line(late.curve()).group(i));
      chart.add(ChartSeries.dots(late.seen()).group(i).mute());
    }
    return chart;
  }
}
