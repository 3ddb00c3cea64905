package dev.jitterlab.lab.report.page;

import dev.jitterlab.lab.Units;
import dev.jitterlab.lab.collector.GcLog;
import dev.jitterlab.lab.metric.AllocationBuffers;
import dev.jitterlab.lab.metric.GcPauses;
import dev.jitterlab.lab.metric.GcWork;
import dev.jitterlab.lab.metric.Metric;
import dev.jitterlab.lab.metric.Quantile;
import dev.jitterlab.lab.report.chart.Axis;
import dev.jitterlab.lab.report.chart.Chart;
import dev.jitterlab.lab.report.chart.ChartSeries;
import dev.jitterlab.lab.report.chart.Downsample;
import dev.jitterlab.lab.report.data.PauseKind;
import dev.jitterlab.lab.report.data.ReportData;
import dev.jitterlab.lab.report.data.ReportData.GroupTimeline;
import dev.jitterlab.lab.report.html.Html;
import dev.jitterlab.lab.report.table.Table;
import dev.jitterlab.lab.summary.Summary;
import java.util.List;
import java.util.stream.Collectors;

/** What the garbage collector did: the heap over time, its pauses by cause, what it cost. */
final class HeapSection {
  static final Section SECTION =
      Section.of(
              "heap",
              "The heap and its collector",
              "What each collection left in the heap; what lived at that moment was no more. Below"
                  + " that, how long the collector stopped the threads, and its pauses"
                  + " by cause. The shaded part is warm-up and does not count.",
              HeapSection::write)
          .where(
              data ->
                  data.timelines().stream().anyMatch(group -> !group.pauses().kinds().isEmpty()));

  private static final List<Metric> COLUMNS =
      List.of(
          GcWork.OF_MACHINE,
          GcWork.OF_SERVER,
          GcPauses.RATE,
          GcPauses.PAUSED,
          GcPauses.of(Quantile.P99),
          GcPauses.of(Quantile.MAX),
          GcPauses.FULL_COLLECTIONS,
          GcPauses.LIVE);

  private static final List<Metric> BUFFERS =
      List.of(AllocationBuffers.REFILLS, AllocationBuffers.OUTSIDE, AllocationBuffers.WASTE);

  private HeapSection() {}

  private static void write(Html html, ReportData data) {
    Legend.groups(html, data);
    chart(html, data, "Heap in use after a collection, mean server", GcLog.HEAP_AFTER, "bytes");
    chart(html, data, "Collector pauses, seconds per second, mean server", GcLog.PAUSED, "seconds");
    meanServers(html, data.summary(), COLUMNS);
    meanServers(html, data.summary(), BUFFERS);
    pauses(html, data);
  }

  /** Of the metrics that some group has a figure of. */
  private static void meanServers(Html html, Summary summary, List<Metric> metrics) {
    List<Metric> columns = metrics.stream().filter(summary::wasMeasured).toList();
    if (!columns.isEmpty()) {
      MeanServerTable.write(html, summary, columns);
    }
  }

  private static void chart(
      Html html, ReportData data, String caption, String series, String unit) {
    Chart chart =
        Chart.of("heap " + series, Axis.time().shared("heap"), Axis.of(unit).from(0))
            .linked("heap");
    chart.addOfEach(
        data.timelines(),
        group -> ChartSeries.line(Downsample.minMax(data.recorded().of(series, group.group()))));
    chart.figure(html, caption, "Line chart: " + caption + " over time; the figures are below");
  }

  private static void pauses(Html html, ReportData data) {
    Table table =
        Table.of(
                "Pauses by cause during the measurement, all servers; those that took longest"
                    + " first")
            .text("Group")
            .text("Pause", "pause")
            .text("Why", "why")
            .number("In a server")
            .number("Mean")
            .number("Longest")
            .number("Share of the time");
    for (GroupTimeline group : data.timelines()) {
      for (PauseKind kind : group.pauses().kinds()) {
        table.row(
            group.group(),
            kind.name(),
            kind.why().isEmpty() ? Units.NONE : kind.why(),
            Units.number(kind.perServer()),
            Units.seconds(kind.meanSeconds()),
            Units.seconds(kind.longestSeconds()),
            Units.share(kind.share()));
      }
    }
    table.write(html);
    String left = notCounted(data);
    if (!left.isEmpty()) {
      html.note(
          "Only servers whose log of collections covers the whole measured time count here: "
              + left
              + ".");
    }
  }

  /** Which groups have servers that do not count, with how many do; empty for none. */
  private static String notCounted(ReportData data) {
    return data.timelines().stream()
        .filter(group -> group.pauses().servers() < group.pauses().ofServers())
        .map(
            group ->
                "%d of %d of %s"
                    .formatted(group.pauses().servers(), group.pauses().ofServers(), group.group()))
        .collect(Collectors.joining(", "));
  }
}
