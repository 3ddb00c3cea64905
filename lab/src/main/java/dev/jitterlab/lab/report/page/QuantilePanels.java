package dev.jitterlab.lab.report.page;

import dev.jitterlab.lab.Units;
import dev.jitterlab.lab.metric.Metric;
import dev.jitterlab.lab.metric.MetricValues;
import dev.jitterlab.lab.metric.Quantile;
import dev.jitterlab.lab.report.chart.Axis;
import dev.jitterlab.lab.report.chart.Chart;
import dev.jitterlab.lab.report.chart.ChartSeries;
import dev.jitterlab.lab.report.chart.Downsample;
import dev.jitterlab.lab.report.chart.Point;
import dev.jitterlab.lab.report.data.ReportData;
import dev.jitterlab.lab.report.html.Html;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;

/** How p50, p90, p95 and p99 over time are drawn, wherever they are. */
final class QuantilePanels {
  /** The highest first, as they lie above each other. */
  private static final List<Stroke> DRAWN =
      List.of(
          new Stroke("p99", 2, List.of(), true),
          new Stroke("p95", 1.5, List.of(9, 3, 2, 3), false),
          new Stroke("p90", 1.5, List.of(6, 3), false),
          new Stroke("p50", 1.5, List.of(2, 3), true));

  private static final double MICROSECOND = 1e-6;

  private record Stroke(String quantile, double width, List<Integer> dash, boolean labelled) {}

  private QuantilePanels() {}

  /** Opens the legend of the lines; the caller may add entries, and closes it. */
  static void openLegend(Html html) {
    html.open("ul", "class", "legend", "aria-label", "Lines in the panels");
    for (Stroke drawn : DRAWN.reversed()) {
      entry(html, drawn.quantile(), drawn.quantile());
    }
  }

  /** Writes an entry of it. */
  static void entry(Html html, String css, String words) {
    html.open("li")
        .open("svg", "class", "swatch", "viewBox", "0 0 28 8", "aria-hidden", "true")
        .open("line", "x1", "0", "x2", "28", "y1", "4", "y2", "4", "class", css)
        .close()
        .close()
        .text(" " + words)
        .close();
  }

  /** Which time a point of such panels stands for, in words. */
  static String steps(Stream<ReportData.Quantiles> lines) {
    int seconds = lines.mapToInt(ReportData.Quantiles::stepSeconds).max().orElse(1);
    return seconds == 1 ? "second by second" : "in steps of " + Units.duration(seconds);
  }

  /** What a panel shows, in words. */
  static String label(
      String what, ReportData data, String group, Function<Quantile, Metric> metric) {
    MetricValues metrics = data.summary().figures(group);
    return "Line chart: %s of %s over time; over the whole measurement p50 %s, p99 %s"
        .formatted(
            what,
            group,
            metric.apply(Quantile.P50).show(metrics),
            metric.apply(Quantile.P99).show(metrics));
  }

  /**
   * The lines of a group.
   *
   * @param key those with the same one reach equally high
   * @param link who points at one of the charts with this key points at all of them
   */
  static Chart chart(String key, int group, String link, Map<String, List<Point>> lines) {
    Chart chart =
        Chart.of(
                key + "-" + group,
                Axis.time().shared(key),
                Axis.of("seconds").logWhereWide().floor(MICROSECOND).shared(key))
            .panel()
            .linked(link);
    for (Stroke drawn : DRAWN) {
      List<Point> line = lines.getOrDefault(drawn.quantile(), List.of());
      ChartSeries series =
          ChartSeries.line(Downsample.minMax(line))
              .style(
                  drawn.quantile(),
                  drawn.quantile(),
                  drawn.width(),
                  drawn.dash().toArray(Integer[]::new));
      chart.add(drawn.labelled() ? series.labelled() : series);
    }
    return chart;
  }
}
