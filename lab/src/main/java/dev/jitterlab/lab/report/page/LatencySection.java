package dev.jitterlab.lab.report.page;

import dev.jitterlab.lab.Units;
import dev.jitterlab.lab.metric.Metric;
import dev.jitterlab.lab.metric.Quantile;
import dev.jitterlab.lab.metric.TickTimes;
import dev.jitterlab.lab.report.data.ReportData;
import dev.jitterlab.lab.report.data.ReportData.GroupTimeline;
import dev.jitterlab.lab.report.html.Html;
import dev.jitterlab.lab.summary.Summary;
import dev.jitterlab.lab.ticks.Distribution;
import dev.jitterlab.lab.ticks.TickMetric;

/** The latencies of all groups as histograms on one logarithmic plot, and in figures. */
final class LatencySection implements Section {
  private static final double NS_PER_SECOND = 1e9;

  /** How many latencies it takes to tell p99.999 from the maximum. */
  private static final long ENOUGH_FOR_P99999 = 100_000;

  @Override
  public String id() {
    return "latency";
  }

  @Override
  public String title() {
    return "Histogram of latency";
  }

  @Override
  public boolean applies(ReportData data) {
    return data.plan().hasTicks();
  }

  @Override
  public String lead(ReportData data) {
    return "How many ticks started how late (real start minus determined start): a narrow hill far"
        + " to the left is better, and what lies to its right decides whether a deadline holds.";
  }

  @Override
  public void write(Html html, ReportData data) {
    Legend.groups(html, data);
    LatencyHistogram.chart("latency", "latency", "ticks", data, GroupTimeline::drift)
        .large()
        .write(html, "Histograms of latency, one a group; the table below has their figures.");
    html.element(
        "p",
        "Both axes are logarithmic; 10 classes to a decade. What is below 100 ns, early ticks"
            + " included, is in the first class.",
        "class",
        "note");
    table(html, data);
  }

  private static void table(Html html, ReportData data) {
    html.open("table", "class", "cards");
    html.element("caption", "Latency per group, over the measured time of all instances");
    html.open("thead").open("tr").element("th", "Group", "scope", "col");
    for (String column :
        new String[] {
          "Ticks", "Min", "Mean", "p50", "p99", "p99.9", "p99.999", "Max", "Release jitter p99"
        }) {
      html.element("th", column, "scope", "col", "class", "number");
    }
    html.close().close().open("tbody");
    for (Summary.GroupSummary group : data.summary().groups()) {
      row(html, group, data.timeline(group.name()).drift());
    }
    html.close().closeLine();
  }

  private static void row(Html html, Summary.GroupSummary group, Distribution drift) {
    html.open("tr").element("th", group.name(), "scope", "row");
    cell(html, "ticks", Units.count(drift.count()));
    boolean none = drift.isEmpty();
    cell(html, "min", none ? Units.NONE : seconds(drift.valueNsAt(0)));
    cell(html, "mean", none ? Units.NONE : Units.seconds(mean(drift) / NS_PER_SECOND));
    cell(html, "p50", quantile(drift, 0.5));
    cell(html, "p99", quantile(drift, 0.99));
    cell(html, "p99.9", quantile(drift, 0.999));
    cell(
        html, "p99.999", drift.count() < ENOUGH_FOR_P99999 ? Units.NONE : quantile(drift, 0.99999));
    cell(html, "max", none ? Units.NONE : seconds(drift.maxNs()));
    Metric jitter = TickTimes.of(TickMetric.RELEASE_JITTER, Quantile.P99);
    cell(html, "release jitter p99", jitter.show(group.metrics()));
    html.closeLine();
  }

  private static void cell(Html html, String label, String text) {
    html.element("td", text, "class", "number", "data-label", label);
  }

  private static String quantile(Distribution drift, double q) {
    return drift.isEmpty() ? Units.NONE : seconds(drift.quantileNs(q));
  }

  private static String seconds(long ns) {
    return Units.seconds(ns / NS_PER_SECOND);
  }

  /** In nanoseconds. */
  private static double mean(Distribution drift) {
    double sumNs = 0;
    for (int i = 0; i < drift.size(); i++) {
      sumNs += (double) drift.valueNsAt(i) * drift.countAt(i);
    }
    return sumNs / drift.count();
  }
}
