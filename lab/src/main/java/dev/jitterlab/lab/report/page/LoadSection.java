package dev.jitterlab.lab.report.page;

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
import dev.jitterlab.lab.report.data.ReportData;
import dev.jitterlab.lab.report.html.Html;
import java.util.List;

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
    MeanServerTable.write(html, data.summary(), COLUMNS);
  }

  private static ChartSeries line(List<Point> points) {
    return ChartSeries.line(Downsample.minMax(points));
  }

  private static void figure(Html html, Chart chart, String caption, String more) {
    chart.figure(html, caption, "Line chart: CPU load over time. " + caption + "; " + more);
  }
}
