package dev.jitterlab.lab.report.page;

import dev.jitterlab.lab.metric.Metric;
import dev.jitterlab.lab.metric.TickTimes;
import dev.jitterlab.lab.metric.Unit;
import dev.jitterlab.lab.report.chart.Downsample;
import dev.jitterlab.lab.report.chart.GroupStyle;
import dev.jitterlab.lab.report.data.JitTimeline;
import dev.jitterlab.lab.report.data.LateShares;
import dev.jitterlab.lab.report.data.ReportData;
import dev.jitterlab.lab.report.data.ReportData.Point;
import dev.jitterlab.lab.summary.Summary;
import dev.jitterlab.lab.ticks.ResponseMetric;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The JSON block of the page: what {@code report.js} draws. Base units (seconds, ratios); time 0 is
 * the start of the measurement.
 *
 * @param groups in the summary's order
 * @param metrics what the dot plot can show, the first one first
 * @param machineCpu load of the whole machine over time
 * @param machineSteal what of it the hypervisor took away, over time
 * @param control the worst drift of the idle control process in each second; empty without one
 * @param inBlocks whether dots of the same block are joined
 * @param coloured the groups that are not grey at first, until the reader chooses; empty for all
 * @param lateLimit the share of late ticks that decides the capacity; null where nobody asks
 */
public record ChartData(
    List<Group> groups,
    List<Choice> metrics,
    List<Point> machineCpu,
    List<Point> machineSteal,
    List<Point> control,
    boolean inBlocks,
    List<String> coloured,
    Double lateLimit) {
  /** With more groups than this, a plot of all of them in full colour cannot be read. */
  private static final int MOST_COLOURED = 8;

  /**
   * One group.
   *
   * @param ticks metric to quantile to line
   * @param latency histograms of {@code drift}, {@code response} and {@code compensated}: the lower
   *     end of each class, and its count
   */
  record Group(
      String name,
      GroupStyle style,
      Map<String, Map<String, List<Point>>> ticks,
      List<Point> drift,
      Map<String, List<Point>> latency,
      List<Point> cpu,
      LateShares late,
      JitTimeline jit,
      List<Instance> instances) {}

  /** One dot; {@code values} by metric key, without those that were not measured. */
  record Instance(
      String id, int block, boolean nullified, String why, Map<String, Double> values) {}

  /** A metric of the dot plot; {@code unit} is one of {@link Unit#axis}. */
  record Choice(String key, String title, String unit) {}

  public static ChartData of(ReportData data) {
    List<Choice> choices =
        InstancesSection.metrics(data).stream()
            .map(m -> new Choice(m.key(), m.title(), m.unit().axis()))
            .toList();
    List<Group> groups =
        IntStream.range(0, data.summary().groups().size()).mapToObj(i -> group(data, i)).toList();
    return new ChartData(
        groups,
        choices,
        Downsample.minMax(data.machineCpuLoad()),
        Downsample.minMax(data.machineSteal()),
        Downsample.minMax(ControlTable.line(data.summary().control())),
        data.inBlocks(),
        coloured(data),
        data.summary().metrics().capacity() == null
            ? null
            : data.summary().metrics().capacity().lateRatio());
  }

  /** Of many groups the baseline, and those with the lowest and the highest primary metric. */
  private static List<String> coloured(ReportData data) {
    Metric primary = data.primaryMetric();
    List<Summary.GroupSummary> ranked =
        data.summary().groups().stream()
            .filter(group -> primary.in(group.metrics()) != null)
            .sorted(Comparator.comparing(group -> primary.in(group.metrics())))
            .toList();
    return data.summary().groups().size() <= MOST_COLOURED || ranked.isEmpty()
        ? List.of()
        : Stream.of(data.summary().baseline(), ranked.getFirst().name(), ranked.getLast().name())
            .distinct()
            .toList();
  }

  private static Group group(ReportData data, int index) {
    Summary.GroupSummary group = data.summary().groups().get(index);
    ReportData.GroupTimeline timeline = data.timeline(group.name());
    Map<String, Map<String, List<Point>>> ticks = new LinkedHashMap<>();
    timeline
        .ticks()
        .forEach(
            (time, quantiles) -> {
              Map<String, List<Point>> lines = new LinkedHashMap<>();
              quantiles.byName().forEach((name, line) -> lines.put(name, Downsample.minMax(line)));
              ticks.put(TickTimes.key(time), lines);
            });
    return new Group(
        group.name(),
        GroupStyle.of(index),
        ticks,
        timeline.driftCurve(),
        latency(timeline),
        Downsample.minMax(timeline.cpuLoad()),
        timeline.lateShares(),
        timeline.jit(),
        group.instances().stream().map(i -> instance(i, InstancesSection.metrics(data))).toList());
  }

  private static Map<String, List<Point>> latency(ReportData.GroupTimeline timeline) {
    Map<String, List<Point>> latency = new LinkedHashMap<>(); // the same page for the same run
    latency.put("drift", LatencyHistogram.points(timeline.drift()));
    latency.put("response", LatencyHistogram.points(timeline.responses(ResponseMetric.RESPONSE)));
    latency.put(
        "compensated", LatencyHistogram.points(timeline.responses(ResponseMetric.COMPENSATED)));
    return latency;
  }

  private static Instance instance(Summary.InstanceSummary instance, List<Metric> metrics) {
    Map<String, Double> values = new LinkedHashMap<>();
    for (Metric metric : metrics) {
      Double value = metric.in(instance.metrics());
      if (value != null) {
        values.put(metric.key(), value);
      }
    }
    return new Instance(
        instance.id(), instance.block(), instance.nullified(), instance.why(), values);
  }
}
