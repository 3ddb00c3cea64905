package dev.jitterlab.lab.report.page;

import dev.jitterlab.lab.Units;
import dev.jitterlab.lab.metric.Quantile;
import dev.jitterlab.lab.metric.TickTimes;
import dev.jitterlab.lab.report.data.ReportData;
import dev.jitterlab.lab.report.data.ReportData.GroupTimeline;
import dev.jitterlab.lab.report.html.Html;
import dev.jitterlab.lab.report.table.Table;
import dev.jitterlab.lab.report.words.FigureWords;
import dev.jitterlab.lab.summary.Summary;
import dev.jitterlab.lab.ticks.Distribution;
import dev.jitterlab.lab.ticks.TickTime;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** The latencies of all groups as histograms on one logarithmic plot, and in figures. */
final class LatencySection {
  static final Section SECTION =
      Section.of(
              "latency",
              "Histogram of latency",
              "How many ticks started how late (real start minus determined start). A narrow hill"
                  + " far to the left is better. The ticks to its right decide whether a deadline"
                  + " holds.",
              LatencySection::write)
          .where(data -> data.plan().hasTicks());

  private static final double NS_PER_SECOND = 1e9;

  /** How many latencies it takes to tell p99.999 from the maximum. */
  private static final long ENOUGH_FOR_P99999 = 100_000;

  private LatencySection() {}

  private static void write(Html html, ReportData data) {
    Legend.groups(html, data);
    LatencyHistogram.chart("latency", "latency", "ticks", data, GroupTimeline::drift)
        .large()
        .write(html, "Histograms of latency, one a group; the table below has their figures.");
    html.note(
        "Both axes are logarithmic, with 10 classes per decade. Values below 100 ns, including"
            + " early ticks, are in the first class.");
    waiting(data).ifPresent(html::note);
    table(html, data);
  }

  /** What neither a curve of the ticks nor their number has; empty where nothing waited. */
  static Optional<String> waiting(ReportData data) {
    Summary summary = data.summary();
    List<String> groups =
        summary.groups().stream()
            .map(Summary.GroupSummary::name)
            .filter(group -> isBound(summary, group, Quantile.MAX))
            .toList();
    return groups.isEmpty()
        ? Optional.empty()
        : Optional.of(
            "Only ticks that began have a latency here. The figures of "
                + String.join(", ", groups)
                + " are bounds: periods still waited for their tick at the end, something failed,"
                + " or it answered less than another group.");
  }

  private static boolean isBound(Summary summary, String group, Quantile quantile) {
    return FigureWords.isBound(summary, group, TickTimes.of(TickTime.DRIFT, quantile));
  }

  private static void table(Html html, ReportData data) {
    Table table =
        Table.of("Latency per group, over the measured time of all instances").text("Group");
    List.of("Ticks", "Min", "Mean", "p50", "p99", "p99.9", "p99.999", "Max", "Release jitter p99")
        .forEach(title -> table.number(title, title.toLowerCase(Locale.ROOT)));
    for (Summary.GroupSummary group : data.summary().groups()) {
      Distribution drift = data.timeline(group.name()).drift();
      boolean none = drift.isEmpty();
      boolean few = drift.count() < ENOUGH_FOR_P99999;
      String least = isBound(data.summary(), group.name(), Quantile.MAX) ? "≥ " : "";
      table.row(
          group.name(),
          Units.count(drift.count()),
          none ? Units.NONE : seconds(drift.valueNsAt(0)),
          none ? Units.NONE : least + Units.seconds(drift.meanNs() / NS_PER_SECOND),
          quantile(data, group.name(), Quantile.P50),
          quantile(data, group.name(), Quantile.P99),
          quantile(data, group.name(), Quantile.P999),
          few ? Units.NONE : least + seconds(drift.quantileNs(0.99999)),
          quantile(data, group.name(), Quantile.MAX),
          TickTimes.of(TickTime.RELEASE_JITTER, Quantile.P99).show(group.metrics()));
    }
    table.write(html);
  }

  /** That of the ticks that began, unless it hides that others never did. */
  private static String quantile(ReportData data, String group, Quantile quantile) {
    if (isBound(data.summary(), group, quantile)) {
      return FigureWords.of(data.summary(), group, TickTimes.of(TickTime.DRIFT, quantile));
    }
    Distribution drift = data.timeline(group).drift();
    if (drift.isEmpty()) {
      return Units.NONE;
    }
    return seconds(quantile == Quantile.MAX ? drift.maxNs() : drift.quantileNs(quantile.share()));
  }

  private static String seconds(long ns) {
    return Units.seconds(ns / NS_PER_SECOND);
  }
}
