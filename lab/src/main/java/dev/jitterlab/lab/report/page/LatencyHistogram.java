package dev.jitterlab.lab.report.page;

import dev.jitterlab.lab.report.chart.Axis;
import dev.jitterlab.lab.report.chart.Chart;
import dev.jitterlab.lab.report.chart.ChartSeries;
import dev.jitterlab.lab.report.chart.Point;
import dev.jitterlab.lab.report.data.ReportData;
import dev.jitterlab.lab.report.data.ReportData.GroupTimeline;
import dev.jitterlab.lab.ticks.Distribution;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * A distribution of latencies in classes of equal width on a logarithmic axis, as the histograms of
 * Tinetti's paper (figures 3 to 7) but over any span.
 */
final class LatencyHistogram {
  /** Where the axis begins; shorter latencies, early ticks included, are in its first class. */
  static final long LOWEST_NS = 100;

  private static final int CLASSES_PER_DECADE = 10;
  private static final double NS_PER_SECOND = 1e9;

  /** Where a class without any is drawn on the logarithmic axis. */
  private static final double BELOW_ONE = 0.5;

  private LatencyHistogram() {}

  /**
   * The histograms of all groups in one chart.
   *
   * @param of what is in the classes, and how many of what are in each
   */
  static Chart chart(
      String id,
      String of,
      String what,
      ReportData data,
      Function<GroupTimeline, Distribution> in) {
    return Chart.of(
            id,
            Axis.of("seconds").title(of).log(),
            Axis.of("count").title(what).log().from(BELOW_ONE))
        .heading("from {x}")
        .addOfEach(
            data.timelines(),
            group -> ChartSeries.steps(points(in.apply(group))).width(1.5).markers());
  }

  /**
   * The lower end of each class in seconds and how many latencies are in it, from the first class
   * with one to the end of the last; empty classes between them have a count of 0.
   */
  static List<Point> points(Distribution latencies) {
    List<Point> points = new ArrayList<>();
    if (latencies.isEmpty()) {
      return points;
    }
    int first = classOf(latencies.valueNsAt(0));
    long[] counts = new long[classOf(latencies.maxNs()) - first + 1];
    for (int i = 0; i < latencies.size(); i++) {
      counts[classOf(latencies.valueNsAt(i)) - first] += latencies.countAt(i);
    }
    for (int i = 0; i < counts.length; i++) {
      points.add(new Point(lowerEndSeconds(first + i), counts[i]));
    }
    points.add(new Point(lowerEndSeconds(first + counts.length), 0));
    return points;
  }

  private static int classOf(long ns) {
    double decades = Math.log10((double) Math.max(LOWEST_NS, ns) / LOWEST_NS);
    return (int) Math.floor(decades * CLASSES_PER_DECADE);
  }

  private static double lowerEndSeconds(int number) {
    return LOWEST_NS * Math.pow(10, (double) number / CLASSES_PER_DECADE) / NS_PER_SECOND;
  }
}
