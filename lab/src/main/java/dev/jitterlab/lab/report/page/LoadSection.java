package dev.jitterlab.lab.report.page;

import dev.jitterlab.lab.Units;
import dev.jitterlab.lab.collector.GcLog;
import dev.jitterlab.lab.collector.ProcSamples;
import dev.jitterlab.lab.metric.CpuLoad;
import dev.jitterlab.lab.metric.Metric;
import dev.jitterlab.lab.metric.ResidentMemory;
import dev.jitterlab.lab.metric.Served;
import dev.jitterlab.lab.report.chart.Axis;
import dev.jitterlab.lab.report.chart.Chart;
import dev.jitterlab.lab.report.chart.ChartSeries;
import dev.jitterlab.lab.report.chart.Downsample;
import dev.jitterlab.lab.report.chart.Point;
import dev.jitterlab.lab.report.chart.Segment;
import dev.jitterlab.lab.report.data.ReportData;
import dev.jitterlab.lab.report.html.Html;
import dev.jitterlab.lab.summary.Summary.GroupSummary;
import dev.jitterlab.lab.summary.Summary.InstanceSummary;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** CPU load over time, and what else the groups used and served. */
final class LoadSection {
  static final Section SECTION =
      Section.of(
          "cpu",
          "CPU load",
          data ->
              "The share of the whole machine’s CPU time that one server of each group used, and"
                  + " that of the whole machine. If the machine is near 100 %, "
                  + (data.plan().hasTicks() ? "ticks are late" : "answers are late")
                  + " because it is full, whatever the group. Observing is the part of a server’s"
                  + " share that was used by threads that answer scrapes, write logs or belong to"
                  + " Flight Recorder.",
          LoadSection::write);

  private static final List<Metric> COLUMNS =
      List.of(
          CpuLoad.OF_SERVER,
          CpuLoad.OF_OBSERVING,
          CpuLoad.OF_MACHINE,
          Served.PLAYERS,
          Served.BATTLES,
          ResidentMemory.METRIC);

  private static final int MOST_LINES = 40;

  private LoadSection() {}

  private static void write(Html html, ReportData data) {
    Legend.groups(html, data);
    html.open("div", "class", "panels");
    Chart servers =
        Chart.of("cpu-groups", Axis.time(), Axis.of("share").from(0))
            .addOfEach(
                data.timelines(),
                group -> line(data.recorded().of(ProcSamples.PROCESS_LOAD.name(), group.group())));
    figure(html, servers, "One server of each group", "the means are in the table below");
    figure(
        html,
        Chart.of("cpu-machine", Axis.time(), Axis.of("share").from(0).to(1))
            .add(
                line(data.recorded().ofMachine(ProcSamples.MACHINE_LOAD.name()))
                    .style("whole machine", "ink", 2))
            .add(
                line(data.recorded().ofMachine(ProcSamples.MACHINE_STEAL.name()))
                    .style("stolen", "soft", 2, 1, 3)),
        "The whole machine, 100 % is all cores; dotted: stolen by the hypervisor",
        "load generators included; dotted what the hypervisor took away");
    html.closeLine();
    fullCollections(html, data);
    MeanServerTable.write(html, data.summary(), COLUMNS);
  }

  /**
   * One server of each group that has full collections: the mean of several would hide what the CPU
   * load does in them, because each server has them at other times.
   */
  private static void fullCollections(Html html, ReportData data) {
    Map<String, List<Point>> full = data.recorded().byServer(GcLog.FULL);
    if (full.values().stream().allMatch(List::isEmpty)) {
      return;
    }
    Map<String, List<Point>> loads = data.recorded().byServer(ProcSamples.PROCESS_LOAD.name());
    html.note(
        "Each chart below has one server: the one of its group with the longest full collection."
            + " Broken lines show where full collections began, bars at the bottom how long they"
            + " took. CPU load is read once a second, so a shorter collection is only a dip.");
    html.open("div", "class", "panels");
    List<GroupSummary> groups = data.summary().groups();
    for (int i = 0; i < groups.size(); i++) {
      Optional<String> server =
          groups.get(i).instances().stream()
              .map(InstanceSummary::id)
              .filter(id -> !full.getOrDefault(id, List.of()).isEmpty())
              .max(Comparator.comparing(id -> longest(full.get(id)).getFirst().value()));
      if (server.isPresent()) {
        List<Point> collections = full.get(server.get());
        Chart chart =
            Chart.of("cpu-full " + groups.get(i).name(), Axis.time(), Axis.of("share").from(0))
                .add(line(loads.getOrDefault(server.get(), List.of())).group(i))
                .add(ChartSeries.segments(bars(collections)).style("full collections", "ink", 6));
        longest(collections).forEach(one -> chart.ruleAt(toMs(one.at()), "", "ink"));
        chart.ofGroup(
            html,
            i,
            server.get(),
            "Line chart: CPU load of %s over time, with its full collections: %d, the longest %s"
                .formatted(
                    server.get(),
                    collections.size(),
                    Units.seconds(longest(collections).getFirst().value())));
      }
    }
    html.closeLine();
  }

  private static List<Segment> bars(List<Point> collections) {
    return collections.stream()
        .map(one -> new Segment(toMs(one.at()), 0, toMs(one.at() + one.value()), 0))
        .toList();
  }

  /** A place in seconds; the log has no more digits. */
  private static double toMs(double seconds) {
    return Math.round(1e3 * seconds) / 1e3;
  }

  /** The longest first, no more than a chart can show as lines. */
  private static List<Point> longest(List<Point> collections) {
    return collections.stream()
        .sorted(Comparator.comparing(Point::value).reversed())
        .limit(MOST_LINES)
        .toList();
  }

  private static ChartSeries line(List<Point> points) {
    return ChartSeries.line(Downsample.minMax(points));
  }

  private static void figure(Html html, Chart chart, String caption, String more) {
    chart.figure(html, caption, "Line chart: CPU load over time. " + caption + "; " + more);
  }
}
