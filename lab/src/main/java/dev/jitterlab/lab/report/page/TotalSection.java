package dev.jitterlab.lab.report.page;

import dev.jitterlab.lab.Units;
import dev.jitterlab.lab.experiment.PublishedFigure;
import dev.jitterlab.lab.metric.TickTimes;
import dev.jitterlab.lab.report.chart.Axis;
import dev.jitterlab.lab.report.chart.Chart;
import dev.jitterlab.lab.report.chart.ChartSeries;
import dev.jitterlab.lab.report.chart.Point;
import dev.jitterlab.lab.report.chart.Segment;
import dev.jitterlab.lab.report.data.ReportData;
import dev.jitterlab.lab.report.data.ReportData.GroupTimeline;
import dev.jitterlab.lab.report.html.Html;
import dev.jitterlab.lab.report.table.Table;
import dev.jitterlab.lab.report.words.ShortNames;
import dev.jitterlab.lab.ticks.Distribution;
import dev.jitterlab.lab.ticks.TickTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/**
 * The total times of ticks, which are the times between the updates of an object, as a cumulative
 * curve and as a box plot of each group: the plots of LEARS (figures 4 to 6). Only for experiments
 * that ask for total times.
 */
final class TotalSection {
  static final Section SECTION =
      Section.of(
              "total",
              "Distribution of total time",
              "How long ticks took in total, execution and wait: the time between two updates. No"
                  + " tick on time is shorter than the period. A curve that rises there at once and"
                  + " soon reaches 100 % is better.",
              TotalSection::write)
          .where(TotalSection::isAsked);

  private static final double NS_PER_SECOND = 1e9;

  /** So many points has a curve up to its last half percent; then the rest is halved again. */
  private static final int STEPS = 200;

  private static final double BOX = 0.25; // half its height; rows are 1 apart
  private static final double CAP = 0.1;

  /** The whiskers' ends, the quartiles, and the median between them. */
  private static final List<Double> QUANTILES = List.of(0.01, 0.25, 0.5, 0.75, 0.99);

  private TotalSection() {}

  private static boolean isAsked(ReportData data) {
    String key = TickTimes.key(TickTime.TOTAL) + ".";
    return Stream.concat(
            Stream.of(data.primaryMetric().key()),
            data.plan().analysis().published().stream().map(PublishedFigure::metric))
        .filter(Objects::nonNull)
        .anyMatch(metric -> metric.startsWith(key));
  }

  private static void write(Html html, ReportData data) {
    Legend.groups(html, data);
    Chart.of("total-cdf", time(), Axis.of("share").title("share of ticks").from(0).to(1))
        .large()
        .heading("took at most {x}:")
        .addOfEach(data.timelines(), group -> ChartSeries.steps(shares(group.total())).markers())
        .write(html, "Cumulative curves of total time, one a group; the table has their figures.");
    boxes(html, data.timelines());
    html.note(
        "A box reaches from the first quartile to the third, with a line at the median. Its whiskers"
            + " end at p1 and p99. The dot is the longest time. Where times differ by more than a"
            + " factor of eight, their axis is logarithmic.");
    table(html, data.timelines());
  }

  private static Axis time() {
    return Axis.of("seconds").title("total time").logWhereWide().shared("total");
  }

  private static void boxes(Html html, List<GroupTimeline> groups) {
    Chart chart =
        Chart.of(
            "total-boxes",
            time(),
            Axis.names(ShortNames.besideRows(groups.stream().map(one -> one.group()).toList())));
    for (int row = 0; row < groups.size(); row++) {
      Distribution totals = groups.get(row).total();
      if (!totals.isEmpty()) {
        List<Double> at = quantiles(totals);
        double max = seconds(totals.maxNs());
        chart
            .add(ChartSeries.segments(box(at, row)).group(row).solid().width(1.5))
            .add(
                ChartSeries.segments(List.of(across(at.get(2), row, BOX)))
                    .group(row)
                    .solid()
                    .width(4))
            .add(
                ChartSeries.dots(List.of(new Point(max, row)))
                    .group(row)
                    .tips(
                        List.of(
                            List.of(groups.get(row).group(), "longest " + Units.seconds(max)))));
      }
    }
    chart.write(html, "Box plot of total time, one box a group; the table has their figures.");
  }

  private static List<Double> quantiles(Distribution totals) {
    return QUANTILES.stream().map(q -> seconds(totals.quantileNs(q))).toList();
  }

  private static List<Segment> box(List<Double> at, int row) {
    double low = at.get(1);
    double high = at.get(3);
    return List.of(
        new Segment(at.get(0), row, low, row),
        new Segment(high, row, at.get(4), row),
        across(at.get(0), row, CAP),
        across(at.get(4), row, CAP),
        across(low, row, BOX),
        across(high, row, BOX),
        new Segment(low, row - BOX, high, row - BOX),
        new Segment(low, row + BOX, high, row + BOX));
  }

  private static Segment across(double x, int row, double half) {
    return new Segment(x, row - half, x, row + half);
  }

  /**
   * The share of ticks that took at most so many seconds, at times which occurred: from the
   * shortest, where the curve begins at 0, to the longest.
   */
  static List<Point> shares(Distribution totals) {
    List<Point> points = new ArrayList<>();
    if (totals.isEmpty()) {
      return points;
    }
    points.add(new Point(seconds(totals.valueNsAt(0)), 0));
    for (int step = 0; step < STEPS; step++) {
      add(points, totals, (double) step / STEPS);
    }
    for (double rest = 0.5 / STEPS; rest * totals.count() >= 1; rest /= 2) {
      add(points, totals, 1 - rest);
    }
    add(points, totals, 1);
    return points;
  }

  private static void add(List<Point> points, Distribution totals, double quantile) {
    long ns = totals.quantileNs(quantile);
    Point point = new Point(seconds(ns), 1 - totals.shareAbove(ns));
    if (!point.equals(points.getLast())) {
      points.add(point);
    }
  }

  private static void table(Html html, List<GroupTimeline> groups) {
    Table table =
        Table.of("Total time per group, over the measured time of all instances")
            .text("Group")
            .number("Ticks", "ticks");
    List.of("p1", "p25", "p50", "p75", "p99", "Max").forEach(table::number);
    for (GroupTimeline group : groups) {
      Distribution totals = group.total();
      List<String> cells = new ArrayList<>(List.of(group.group(), Units.count(totals.count())));
      for (int i = 0; i < QUANTILES.size(); i++) {
        cells.add(totals.isEmpty() ? Units.NONE : Units.seconds(quantiles(totals).get(i)));
      }
      cells.add(totals.isEmpty() ? Units.NONE : Units.seconds(seconds(totals.maxNs())));
      table.row(cells);
    }
    table.write(html);
  }

  private static double seconds(long ns) {
    return ns / NS_PER_SECOND;
  }
}
