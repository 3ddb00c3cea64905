package dev.jitterlab.lab.report.page;

import dev.jitterlab.lab.Units;
import dev.jitterlab.lab.changepoint.SteadySeries;
import dev.jitterlab.lab.metric.JitWork;
import dev.jitterlab.lab.report.chart.Axis;
import dev.jitterlab.lab.report.chart.Chart;
import dev.jitterlab.lab.report.chart.ChartSeries;
import dev.jitterlab.lab.report.chart.Downsample;
import dev.jitterlab.lab.report.chart.GroupStyle;
import dev.jitterlab.lab.report.chart.Point;
import dev.jitterlab.lab.report.chart.Segment;
import dev.jitterlab.lab.report.data.ReportData;
import dev.jitterlab.lab.report.data.SteadyLines;
import dev.jitterlab.lab.report.html.Html;
import dev.jitterlab.lab.report.table.Table;
import dev.jitterlab.lab.report.words.SteadyWords;
import dev.jitterlab.lab.run.RunState.BlockTimes;
import dev.jitterlab.lab.summary.Summary;
import dev.jitterlab.lab.summary.Summary.GroupSummary;
import dev.jitterlab.lab.summary.Summary.InstanceSummary;
import dev.jitterlab.lab.ticks.MeasuredWindows;
import java.util.ArrayList;
import java.util.List;

/** How each server became steady, as small multiples. */
final class SteadySection {
  static final Section SECTION =
      Section.of(
              "steady-state",
              "Warm-up and steady state",
              "Had every server finished warming up when it was measured? Flat: nothing changed;"
                  + " warm-up: it became faster and then steady; slowdown: it became steady, but"
                  + " had been faster; never steady: it still changed in the last quarter. Servers"
                  + " of one group that differ in this are inconsistent.",
              SteadySection::write)
          .where(
              data ->
                  data.timelines().stream().anyMatch(one -> !one.steady().byInstance().isEmpty()));

  /** Up to so many groups the panels are shown unfolded. */
  private static final int UNFOLDED_GROUPS = 4;

  private SteadySection() {}

  private static void write(Html html, ReportData data) {
    table(html, data);
    warmups(html, data);
    SteadySeries series = series(data);
    html.note(words(series));
    html.note(
        "One panel per server, over seconds since measuring began, all on the same logarithmic"
            + " axis. Broken vertical lines are change points, bold lines the means between them;"
            + " the shaded part is warm-up.");
    boolean open = data.timelines().size() <= UNFOLDED_GROUPS;
    for (int group = 0; group < data.summary().groups().size(); group++) {
      panels(html, data, group, open);
    }
  }

  /** All servers of an experiment are of one kind; a group that has not run yet tells nothing. */
  private static SteadySeries series(ReportData data) {
    return data.timelines().stream()
        .map(ReportData.GroupTimeline::steady)
        .filter(steady -> !steady.byInstance().isEmpty())
        .map(SteadyLines::series)
        .findFirst()
        .orElseThrow();
  }

  private static String words(SteadySeries series) {
    String judged =
        "Judged by the %s of each server, second by second, in %s"
            .formatted(series.words(), series.unit());
    return judged
        + switch (series) {
          case EXECUTION -> ".";
          case RESPONSE ->
              ": as the load generator saw it, from when each request was due. The generator warms"
                  + " up too; if the times are steady, both are. Faster means that answers come"
                  + " sooner.";
          case CPU ->
              ": of the process and everything that it started, from /proc, in steps of 10 ms."
                  + " There are neither ticks nor response times to judge it by. Faster means"
                  + " less CPU time for the same load.";
        };
  }

  private static void panels(Html html, ReportData data, int index, boolean open) {
    GroupSummary group = data.summary().groups().get(index);
    html.open("details", "class", "group", "open", open ? "" : null);
    html.open("summary").open("h3");
    GroupStyle.of(index).swatch(html);
    html.text(" " + group.name() + ": " + SteadyWords.of(group)).close().close();
    html.open("div", "class", "panels");
    for (InstanceSummary instance : group.instances()) {
      List<Point> line = data.timeline(group.name()).steady().byInstance().get(instance.id());
      if (line != null) {
        String number = instance.id().substring(instance.id().lastIndexOf('/') + 1);
        chart(instance, series(data), Downsample.minMax(line))
            .figure(
                html,
                "Server " + number + ": " + SteadyWords.of(instance),
                "%s of %s over time: %s"
                    .formatted(series(data).words(), instance.id(), SteadyWords.of(instance)));
      }
    }
    html.closeLine().closeLine();
  }

  /** All panels have the same axes; what counts as nothing is drawn at their lower end. */
  private static Chart chart(InstanceSummary instance, SteadySeries series, List<Point> line) {
    Chart chart =
        Chart.of(
                "steady " + instance.id(),
                Axis.time().title("").shared("steady"),
                Axis.of("seconds").log().floor(series.leastSeconds()).shared("steady"))
            .panel()
            .add(ChartSeries.line(line).style("each second", "soft", 1));
    if (instance.steadyState() != null && !line.isEmpty()) {
      double from = line.getFirst().at();
      double to = line.getLast().at();
      List<Segment> means = new ArrayList<>();
      for (Summary.Segment one : instance.steadyState().segments()) {
        double mean = one.meanSeconds();
        double end = Math.min(to, one.toSeconds());
        means.add(new Segment(Math.max(from, one.fromSeconds()), mean, end, mean));
        if (one.fromSeconds() > from + 1) {
          chart.ruleAt(one.fromSeconds(), "", "g1");
        }
      }
      chart.add(ChartSeries.segments(means).style("mean", "g0", 2.5));
    }
    return chart;
  }

  private static void table(Html html, ReportData data) {
    Table table =
        Table.of("The servers of each group that count")
            .text("Group")
            .text("Steady state", "steady state")
            .number("All steady after, since the load began", "steady after")
            .number("JIT compiler at work while measured", "JIT compiler");
    for (GroupSummary group : data.summary().groups()) {
      table.row(
          group.name(),
          SteadyWords.of(group),
          SteadyWords.steadyAfterSeconds(group).map(Units::seconds).orElse(Units.NONE),
          jit(group, data));
    }
    table.write(html);
  }

  /**
   * Of the measured time, all compiler threads of the mean server together. A block may have been
   * cut short, so the time is what its servers were measured for, and not what was planned.
   */
  private static String jit(GroupSummary group, ReportData data) {
    double compiledSeconds = 0;
    double measuredSeconds = 0;
    for (InstanceSummary one : group.instances()) {
      Double seconds = one.nullified() ? null : JitWork.SECONDS.in(one.metrics());
      if (seconds != null) {
        double measured = measuredSeconds(data, one);
        compiledSeconds += measured > 0 ? seconds : 0;
        measuredSeconds += measured;
      }
    }
    return measuredSeconds == 0
        ? Units.NONE
        : Units.share(compiledSeconds / measuredSeconds) + " of the time";
  }

  /** 0 where its block is not over. */
  private static double measuredSeconds(ReportData data, InstanceSummary instance) {
    return data.run().blocks().stream()
        .filter(block -> block.number() == instance.block() && block.measuredTo() != null)
        .flatMap(block -> MeasuredWindows.of(block, instance.id()).stream())
        .mapToDouble(MeasuredWindows::seconds)
        .sum();
  }

  /** How the blocks' warm-ups ended, where that was not by the clock. */
  private static void warmups(Html html, ReportData data) {
    List<BlockTimes> ended =
        data.run().blocks().stream()
            .filter(block -> block.unsteady() != null && block.measuredFrom() != null)
            .toList();
    if (ended.isEmpty()) {
      return;
    }
    String judged = ", judged by " + SteadySeries.words(data.plan().growingSeries());
    Table table =
        Table.of("How the warm-up of each block ended" + judged)
            .text("Block")
            .number("Warm-up", "warm-up")
            .text("Ended when", "ended when");
    for (BlockTimes block : ended) {
      table.row(
          "Block " + block.number(),
          Units.duration(block.measuredFrom() - block.loadStartedAt()),
          block.unsteady().isEmpty()
              ? "all its servers were steady"
              : "its limit was reached; not steady: " + String.join(", ", block.unsteady()));
    }
    table.write(html);
  }
}
