package dev.jitterlab.lab.report;

import dev.jitterlab.lab.report.ReportData.Point;
import dev.jitterlab.lab.summary.Summary;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * The JSON block of the page: what {@code report.js} draws. Base units (seconds, ratios); time 0 is
 * the start of the measurement.
 *
 * @param groups in the summary's order
 * @param metrics what the dot plot can show, the first one first
 * @param machineCpu load of the whole machine over time
 * @param inBlocks whether dots of the same block are joined
 */
record ChartData(
    List<Group> groups, List<Choice> metrics, List<Point> machineCpu, boolean inBlocks) {

  /**
   * One group.
   *
   * @param ticks metric to quantile to line
   * @param latency the histogram of drift: the lower end of each class, and its count
   */
  record Group(
      String name,
      GroupStyle style,
      Map<String, Map<String, List<Point>>> ticks,
      List<Point> drift,
      List<Point> latency,
      List<Point> cpu,
      JitTimeline jit,
      List<Instance> instances) {}

  /** One dot; {@code values} by metric key, without those that were not measured. */
  record Instance(
      String id, int block, boolean nullified, String why, Map<String, Double> values) {}

  /** A metric of the dot plot; {@code unit} is {@code seconds} or {@code share}. */
  record Choice(String key, String title, String unit) {}

  static ChartData of(ReportData data) {
    List<Choice> choices =
        InstancesSection.metrics(data).stream()
            .map(
                m ->
                    new Choice(
                        m.key(), m.title(), m.key().contains("_seconds") ? "seconds" : "share"))
            .toList();
    List<Group> groups =
        IntStream.range(0, data.summary().groups().size())
            .mapToObj(i -> group(data, i, choices))
            .toList();
    return new ChartData(
        groups, choices, Downsample.minMax(data.machineCpuLoad()), data.inBlocks());
  }

  private static Group group(ReportData data, int index, List<Choice> choices) {
    Summary.GroupSummary group = data.summary().groups().get(index);
    ReportData.GroupTimeline timeline = data.timeline(group.name());
    Map<String, Map<String, List<Point>>> ticks = new LinkedHashMap<>();
    timeline
        .ticks()
        .forEach(
            (family, quantiles) -> {
              Map<String, List<Point>> lines = new LinkedHashMap<>();
              quantiles.byName().forEach((name, line) -> lines.put(name, Downsample.minMax(line)));
              ticks.put(family.key(), lines);
            });
    return new Group(
        group.name(),
        GroupStyle.of(index),
        ticks,
        timeline.driftCurve(),
        LatencyHistogram.points(timeline.drift()),
        Downsample.minMax(timeline.cpuLoad()),
        timeline.jit(),
        group.instances().stream().map(i -> instance(i, choices)).toList());
  }

  private static Instance instance(Summary.InstanceSummary instance, List<Choice> choices) {
    Map<String, Double> values = new LinkedHashMap<>();
    for (Choice choice : choices) {
      Double value = Metric.of(choice.key()).orElseThrow().in(instance.metrics());
      if (value != null) {
        values.put(choice.key(), value);
      }
    }
    return new Instance(
        instance.id(), instance.block(), instance.nullified(), instance.why(), values);
  }
}
