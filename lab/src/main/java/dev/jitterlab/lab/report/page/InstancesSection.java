package dev.jitterlab.lab.report.page;

import dev.jitterlab.lab.metric.Metric;
import dev.jitterlab.lab.metric.Unit;
import dev.jitterlab.lab.report.chart.Axis;
import dev.jitterlab.lab.report.chart.Chart;
import dev.jitterlab.lab.report.chart.ChartSeries;
import dev.jitterlab.lab.report.chart.Point;
import dev.jitterlab.lab.report.data.ReportData;
import dev.jitterlab.lab.report.html.Html;
import dev.jitterlab.lab.report.table.Table;
import dev.jitterlab.lab.report.table.Table.Cell;
import dev.jitterlab.lab.report.words.FigureWords;
import dev.jitterlab.lab.report.words.ShortNames;
import dev.jitterlab.lab.summary.Summary;
import dev.jitterlab.lab.summary.Summary.GroupSummary;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/** Every instance as a dot: the statistical unit of all intervals above. */
final class InstancesSection {
  static final Section SECTION =
      Section.of(
          "instances",
          "Every instance",
          data ->
              "One dot is one JVM. The less the dots of two groups overlap, the clearer their"
                  + " difference. Hollow dots were nullified and do not count."
                  + (data.inBlocks()
                      ? " A thin line joins instances that ran at the same time, in one block."
                      : ""),
          InstancesSection::write);

  /** How much of its row's height the dots of a group take. */
  private static final double SPREAD = 0.5;

  private InstancesSection() {}

  private static void write(Html html, ReportData data) {
    Map<String, Chart> charts = new LinkedHashMap<>();
    metrics(data).forEach(metric -> charts.put(metric.title(), chart(data, metric)));
    Chart.choice(
        html,
        "instances",
        charts,
        "Dot plot: one dot per instance; the figures are in the table below");
    for (Metric metric : metrics(data)) {
      FigureWords.notDrawn(data.summary(), metric)
          .ifPresent(words -> html.note(metric.title() + ": " + words));
    }
    table(html, data);
  }

  /** What can be chosen, the verdict's metric first. */
  static List<Metric> metrics(ReportData data) {
    return Stream.concat(Stream.of(data.primaryMetric()), data.summary().shownFirst().stream())
        .distinct()
        .toList();
  }

  /** The axis of a metric's figures. */
  static Axis axis(Metric metric) {
    return Axis.of(metric.unit().axis())
        .title(metric.title() + (metric.unit() == Unit.RATIO ? ", share" : ""))
        .logWhereWide();
  }

  private static Chart chart(ReportData data, Metric metric) {
    List<String> names = data.summary().groups().stream().map(GroupSummary::name).toList();
    Axis rows = Axis.names(ShortNames.besideRows(names));
    Chart chart = Chart.of("instances " + metric.key(), axis(metric), rows);
    addDots(chart, data, metric, Double.NEGATIVE_INFINITY);
    if (data.inBlocks()) {
      Map<Integer, List<Point>> blocks = new TreeMap<>();
      for (int row = 0; row < names.size(); row++) {
        List<Summary.InstanceSummary> instances = measured(data, row, metric);
        for (int i = 0; i < instances.size(); i++) {
          Summary.InstanceSummary one = instances.get(i);
          Point dot = new Point(metric.in(one.metrics()), height(row, i, instances.size()));
          blocks.computeIfAbsent(one.block(), _ -> new ArrayList<>()).add(dot);
        }
      }
      blocks.forEach(
          (block, dots) ->
              chart.add(ChartSeries.line(dots).style("block " + block, "soft", 1).mute()));
    }
    return chart;
  }

  private static List<Summary.InstanceSummary> measured(ReportData data, int row, Metric metric) {
    return data.summary().groups().get(row).instances().stream()
        .filter(instance -> metric.in(instance.metrics()) != null)
        .toList();
  }

  private static double height(int row, int index, int count) {
    return row + (count > 1 ? index / (count - 1.0) - 0.5 : 0) * SPREAD;
  }

  /**
   * Adds every instance as a dot, groups as rows.
   *
   * @param floor what is below is drawn there
   */
  static void addDots(Chart chart, ReportData data, Metric metric, double floor) {
    for (int row = 0; row < data.summary().groups().size(); row++) {
      List<Summary.InstanceSummary> instances = measured(data, row, metric);
      for (boolean nullified : new boolean[] {false, true}) {
        List<Point> points = new ArrayList<>();
        List<List<String>> tips = new ArrayList<>();
        for (int i = 0; i < instances.size(); i++) {
          Summary.InstanceSummary instance = instances.get(i);
          if (instance.nullified() == nullified) {
            double at = Math.max(floor, metric.in(instance.metrics()));
            points.add(new Point(at, height(row, i, instances.size())));
            tips.add(tip(instance, metric));
          }
        }
        ChartSeries dots = ChartSeries.dots(points).group(row).tips(tips);
        chart.add(nullified ? dots.hollow() : dots);
      }
    }
  }

  private static List<String> tip(Summary.InstanceSummary instance, Metric metric) {
    List<String> lines = new ArrayList<>();
    lines.add(instance.id());
    lines.add(metric.show(instance.metrics()));
    lines.add("block " + instance.block());
    if (instance.nullified()) {
      lines.add("nullified: " + cause(instance));
    }
    return lines;
  }

  private static void table(Html html, ReportData data) {
    List<Metric> columns = metrics(data);
    html.open("details").element("summary", "The figures of every instance");
    html.open("div", "class", "wide", "tabindex", "0", "role", "region", "aria-label", "Instances");
    Table table =
        Table.of("Figures of every instance").only(null).text("Instance").number("Block", null);
    columns.forEach(metric -> table.number(metric.title(), null));
    table.text("Counts");
    for (GroupSummary group : data.summary().groups()) {
      for (Summary.InstanceSummary instance : group.instances()) {
        List<Cell> cells = new ArrayList<>();
        cells.add(Cell.of(instance.id()));
        cells.add(Cell.of(Integer.toString(instance.block())));
        columns.forEach(metric -> cells.add(Cell.of(metric.show(instance.metrics()))));
        cells.add(Cell.of(counts(instance)));
        table.cells(instance.nullified() ? "nullified" : null, cells);
      }
    }
    table.write(html);
    html.close().closeLine();
  }

  private static String counts(Summary.InstanceSummary instance) {
    if (instance.nullified()) {
      return "no: " + cause(instance);
    }
    return instance.outlier() == null ? "yes" : "yes: " + instance.outlier();
  }

  private static String cause(Summary.InstanceSummary instance) {
    return instance.why() == null ? "cause not recorded" : instance.why();
  }
}
