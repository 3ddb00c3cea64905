package dev.jitterlab.lab.report.page;

import dev.jitterlab.lab.metric.Metric;
import dev.jitterlab.lab.metric.MetricValues;
import dev.jitterlab.lab.metric.Quantile;
import dev.jitterlab.lab.report.chart.Chart;
import dev.jitterlab.lab.report.chart.ChartSeries;
import dev.jitterlab.lab.report.chart.Downsample;
import dev.jitterlab.lab.report.chart.Point;
import dev.jitterlab.lab.report.data.ReportData;
import dev.jitterlab.lab.report.html.Html;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.Set;
import java.util.function.Function;

/** How p50, p90, p95 and p99 over time are drawn, wherever they are. */
final class QuantilePanels {
  /** The highest first, as they lie above each other. */
  private static final SequencedMap<String, Stroke> DRAWN = new LinkedHashMap<>();

  static {
    DRAWN.put("p99", new Stroke(2, List.of()));
    DRAWN.put("p95", new Stroke(1.5, List.of(9, 3, 2, 3)));
    DRAWN.put("p90", new Stroke(1.5, List.of(6, 3)));
    DRAWN.put("p50", new Stroke(1.5, List.of(2, 3)));
  }

  private static final Set<String> LABELLED = Set.of("p50", "p99");

  private record Stroke(double width, List<Integer> dash) {}

  private QuantilePanels() {}

  /** Opens the legend of the lines; the caller may add entries, and closes it. */
  static void openLegend(Html html) {
    html.open("ul", "class", "legend", "aria-label", "Lines in the panels");
    for (String quantile : DRAWN.sequencedKeySet().reversed()) {
      entry(html, quantile, quantile);
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

  /** Adds the lines to a chart. */
  static void add(Chart chart, Map<String, List<Point>> lines) {
    for (Map.Entry<String, Stroke> drawn : DRAWN.entrySet()) {
      List<Point> line = lines.getOrDefault(drawn.getKey(), List.of());
      ChartSeries series =
          ChartSeries.line(Downsample.minMax(line))
              .style(
                  drawn.getKey(),
                  drawn.getKey(),
                  drawn.getValue().width(),
                  drawn.getValue().dash().toArray(Integer[]::new));
      chart.add(LABELLED.contains(drawn.getKey()) ? series.labelled() : series);
    }
  }
}
