package dev.jitterlab.lab.report.page;

import dev.jitterlab.lab.Units;
import dev.jitterlab.lab.collector.JitLog;
import dev.jitterlab.lab.collector.ProcSamples;
import dev.jitterlab.lab.collector.Scrapes;
import dev.jitterlab.lab.collector.Series;
import dev.jitterlab.lab.metric.JitWork;
import dev.jitterlab.lab.report.chart.Axis;
import dev.jitterlab.lab.report.chart.Chart;
import dev.jitterlab.lab.report.chart.ChartSeries;
import dev.jitterlab.lab.report.chart.Downsample;
import dev.jitterlab.lab.report.chart.Point;
import dev.jitterlab.lab.report.data.ReportData;
import dev.jitterlab.lab.report.data.ReportData.GroupTimeline;
import dev.jitterlab.lab.report.html.Html;
import dev.jitterlab.lab.report.table.Table;
import dev.jitterlab.lab.summary.Summary;
import dev.jitterlab.lab.ticks.TickTime;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * The JIT compiler beside what it does to the ticks, on one time axis (figures 3 to 5 of the
 * thesis).
 */
final class JitSection {
  static final Section SECTION =
      Section.of("jit", "The JIT compiler over time", JitSection::lead, JitSection::write);

  private static final double MICROSECOND = 1e-6;

  private JitSection() {}

  private static String lead(ReportData data) {
    if (!data.plan().hasTicks()) {
      return "Response times, compile time and CPU time of each group, one below the other on the"
          + " same seconds. Where compile time precedes a rise of the response times, requests"
          + " waited for code that was interpreted, or compiled again.";
    }
    return "Drift, execution, deoptimisations of tick methods, compile time and CPU time of each"
        + " group, one below the other on the same seconds. Where a deoptimisation precedes a"
        + " rise of the execution, the tick ran in the interpreter or in slow code until it was"
        + " compiled again. A vertical line is a planned change of the servers' work. On a logarithmic"
        + " axis, values below 1 µs, early ticks among them, are drawn at 1 µs.";
  }

  private static void write(Html html, ReportData data) {
    Legend.groups(html, data);
    if (data.plan().hasTicks()) {
      chart(html, data, "Drift p99", wide(), group -> p99(group, TickTime.DRIFT));
      chart(html, data, "Execution p99", wide(), group -> p99(group, TickTime.EXECUTION));
      chart(
          html,
          data,
          "Deoptimisations of tick methods per second, mean server",
          Axis.of("number").from(0),
          group -> series(data, JitLog.DEOPTIMISATIONS, group));
    } else if (ResponsesOverTimeSection.SECTION.applies().test(data)) {
      chart(html, data, "Response time p99", wide(), JitSection::responses);
    }
    chart(
        html,
        data,
        "JIT time, seconds per second, mean server",
        Axis.of("seconds").from(0),
        group -> series(data, Scrapes.JIT_COMPILE, group));
    chart(
        html,
        data,
        "CPU time, seconds per second, mean server",
        Axis.of("seconds").from(0),
        group -> series(data, ProcSamples.PROCESS_SECONDS, group));
    Table table =
        MeanServerTable.of(data.summary(), JitWork.ALL)
            .text("Why threads left optimised code, all servers", "why");
    for (Summary.GroupSummary group : data.summary().groups()) {
      List<String> cells = MeanServerTable.cells(data.summary(), group, JitWork.ALL);
      cells.add(reasons(data.timeline(group.name()).deoptimisations()));
      table.row(cells);
    }
    table.write(html);
  }

  private static String reasons(Map<String, Long> reasons) {
    return reasons.isEmpty()
        ? Units.NONE
        : reasons.entrySet().stream()
            .sorted(Map.Entry.<String, Long>comparingByValue().reversed())
            .map(reason -> reason.getKey() + " " + Units.count(reason.getValue()))
            .collect(Collectors.joining(", "));
  }

  private static Axis wide() {
    return Axis.of("seconds").logWhereWide().floor(MICROSECOND);
  }

  private static List<Point> p99(GroupTimeline group, TickTime metric) {
    return Downsample.minMax(group.lines(metric).getOrDefault("p99", List.of()));
  }

  private static List<Point> responses(GroupTimeline group) {
    return Downsample.minMax(group.responses().lines().byName().getOrDefault("p99", List.of()));
  }

  private static List<Point> series(ReportData data, Series one, GroupTimeline group) {
    return Downsample.minMax(data.recorded().of(one.name(), group.group()));
  }

  /** All on one time axis; the changes are those of the first group that has some. */
  private static void chart(
      Html html,
      ReportData data,
      String caption,
      Axis y,
      Function<GroupTimeline, List<Point>> points) {
    Chart chart = Chart.of("jit " + caption, Axis.time().shared("jit"), y);
    chart.addOfEach(data.timelines(), group -> ChartSeries.line(points.apply(group)));
    data.timelines().stream()
        .map(GroupTimeline::changes)
        .filter(changes -> !changes.isEmpty())
        .findFirst()
        .orElse(List.of())
        .forEach(at -> chart.ruleAt(at, "change", "ink"));
    String label = "Line chart: " + caption + " over time; the means are in the table below";
    chart.figure(html, caption, label);
  }
}
