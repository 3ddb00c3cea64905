package dev.jitterlab.lab.ticks;

import dev.jitterlab.lab.Json;
import dev.jitterlab.lab.RunDirectory;
import dev.jitterlab.lab.plan.Plan;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

/**
 * How the ticks of every group went over the measured time: the thesis's figures 4 and 8, and the
 * distribution of drift. Immutable.
 *
 * <p>Time counts from the beginning of the measurement, so that the blocks of one run lie over each
 * other. A point merges the ticks of all the group's instances in that second; quantiles are never
 * averaged.
 */
public final class TickSeries {
  private static final double NS_PER_SECOND = 1e9;

  private final Map<String, GroupTicks> groups;

  private TickSeries(Map<String, GroupTicks> groups) {
    this.groups = groups;
  }

  /**
   * A second of one metric of one group, all values in seconds.
   *
   * @param t seconds since the beginning of the measurement, the middle of the interval rounded
   *     down
   */
  public record Point(double t, double p50, double p90, double p95, double p99) {}

  /**
   * A bar of the histogram of drift.
   *
   * @param lowSeconds exclusive lower edge
   * @param highSeconds inclusive upper edge
   * @param share of the group's ticks, from 0 to 1
   */
  public record Bin(double lowSeconds, double highSeconds, double share) {}

  private record GroupTicks(Map<TickMetric, List<Point>> points, List<Bin> drift) {}

  /** Reads the tick logs of every server of the run, one group after the other. */
  public static TickSeries of(RunDirectory directory) {
    Plan plan = Json.read(directory.plan(), Plan.class);
    RunTicks ticks = RunTicks.of(directory);
    Map<String, GroupTicks> groups = new LinkedHashMap<>();
    for (Plan.Group group : plan.groups()) {
      groups.put(group.name(), read(plan, ticks, group.name()));
    }
    return new TickSeries(groups);
  }

  private static GroupTicks read(Plan plan, RunTicks ticks, String group) {
    Map<TickMetric, NavigableMap<Integer, Distribution>> seconds = new EnumMap<>(TickMetric.class);
    for (TickMetric metric : TickMetric.values()) {
      seconds.put(metric, new TreeMap<>());
    }
    for (Plan.Block block : plan.blocks()) {
      ticks
          .measured(block.number())
          .ifPresent(
              window ->
                  block.instances().stream()
                      .filter(instance -> instance.group().equals(group))
                      .map(instance -> ticks.directory().instance(instance.id()))
                      .flatMap(folder -> RunTicks.log(folder).stream())
                      .forEach(log -> spread(log, window, seconds)));
    }
    Map<TickMetric, List<Point>> points = new EnumMap<>(TickMetric.class);
    seconds.forEach(
        (metric, bySecond) -> {
          List<Point> line = new ArrayList<>();
          bySecond.forEach((second, values) -> line.add(point(second, values)));
          points.put(metric, List.copyOf(line));
        });
    return new GroupTicks(
        points, DriftHistogram.of(Distribution.merge(seconds.get(TickMetric.DRIFT).values())));
  }

  /** Merges at once, so that a group needs no more memory with more instances. */
  private static void spread(
      TickLog log, Window window, Map<TickMetric, NavigableMap<Integer, Distribution>> seconds) {
    for (TickInterval interval : log.intervals()) {
      if (window.contains(interval.window()) && !interval.values().isEmpty()) {
        double middle = (interval.window().from() + interval.window().to()) / 2;
        seconds
            .get(interval.metric())
            .merge(
                (int) (middle - window.from()),
                interval.values(),
                (one, other) -> Distribution.merge(List.of(one, other)));
      }
    }
  }

  private static Point point(int second, Distribution values) {
    return new Point(
        second,
        values.quantileNs(0.5) / NS_PER_SECOND,
        values.quantileNs(0.9) / NS_PER_SECOND,
        values.quantileNs(0.95) / NS_PER_SECOND,
        values.quantileNs(0.99) / NS_PER_SECOND);
  }

  /** The groups' names, in the plan's order. */
  public List<String> groups() {
    return List.copyOf(groups.keySet());
  }

  /** A line per quantile over time; seconds without ticks have no point. */
  public List<Point> points(String group, TickMetric metric) {
    return groups.get(group).points().get(metric);
  }

  /** The distribution of the group's drift, ascending; empty where nothing was measured. */
  public List<Bin> driftHistogram(String group) {
    return groups.get(group).drift();
  }
}
