package dev.jitterlab.lab.report.data;

import dev.jitterlab.lab.report.chart.Point;
import dev.jitterlab.lab.run.RunState.BlockTimes;
import dev.jitterlab.lab.ticks.Distribution;
import dev.jitterlab.lab.ticks.DistributionSum;
import dev.jitterlab.lab.ticks.MeasuredWindows;
import dev.jitterlab.lab.ticks.TickInterval;
import dev.jitterlab.lab.ticks.TickTime;
import dev.jitterlab.lab.ticks.Window;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;

/**
 * A group's tick logs, laid over each other: time 0 of each is the start of its block's
 * measurement. Not thread-safe.
 */
public final class TickTimelines {
  /** Points of the percentile curve per halving of the distance to 100 %, as in HdrHistogram. */
  private static final int POINTS_PER_HALVING = 5;

  private static final double NS_PER_SECOND = 1e9;

  private final Map<TickTime, QuantileTimeline> seconds = new EnumMap<>(TickTime.class);
  private final DistributionSum measuredDrift = new DistributionSum();
  private final DistributionSum measuredTotal = new DistributionSum();
  private final Map<String, List<Point>> executions = new TreeMap<>();

  TickTimelines() {
    for (TickTime metric : TickTime.values()) {
      seconds.put(metric, new QuantileTimeline());
    }
  }

  /**
   * Adds the lines of one instance's log, warm-up included. What counts as measured is what the
   * summary counts ({@link MeasuredWindows#holds}): a pause at the end too whose line ends later.
   *
   * @param block when the instance was measured
   */
  Consumer<TickInterval> reader(String id, BlockTimes block) {
    double zero = block.measuredFrom();
    List<Window> worked = MeasuredWindows.worked(block, id, block.measuredTo());
    Optional<MeasuredWindows> measured = MeasuredWindows.of(block, id);
    return interval -> {
      if (interval.values().isEmpty()) {
        return;
      }
      boolean worksThen = isWithin(worked, interval.window());
      boolean counts =
          measured
              .filter(windows -> windows.holds(interval.window(), interval.values()))
              .isPresent();
      if (worksThen || counts) {
        seconds.get(interval.metric()).add(interval.window(), interval.values(), block);
      }
      if (counts && interval.metric() == TickTime.DRIFT) {
        measuredDrift.add(interval.values());
      }
      if (counts && interval.metric() == TickTime.TOTAL) {
        measuredTotal.add(interval.values());
      }
      if (worksThen && interval.metric() == TickTime.EXECUTION) {
        double middle = (interval.window().from() + interval.window().to()) / 2 - zero;
        executions
            .computeIfAbsent(id, _ -> new ArrayList<>())
            .add(new Point(middle, interval.values().meanNs() / NS_PER_SECOND));
      }
    };
  }

  private static boolean isWithin(List<Window> windows, Window line) {
    return windows.stream().anyMatch(window -> window.contains(line));
  }

  /** An instance's id to the mean execution of its ticks over time, in seconds. */
  public Map<String, List<Point>> executions() {
    return executions;
  }

  /** All measured drift together. */
  public Distribution drift() {
    return measuredDrift.sum();
  }

  /** All measured total times together. */
  public Distribution total() {
    return measuredTotal.sum();
  }

  /** Quantiles over time, in seconds; a step without ticks has no point. */
  public Map<TickTime, ReportData.Quantiles> lines() {
    Map<TickTime, ReportData.Quantiles> lines = new EnumMap<>(TickTime.class);
    seconds.forEach((metric, timeline) -> lines.put(metric, timeline.lines()));
    return lines;
  }

  /**
   * The distribution of drift: x = 1 / (1 − p), y = drift in seconds; up to the last quantile that
   * the number of ticks can tell from the maximum.
   */
  public List<Point> driftCurve() {
    Distribution drift = drift();
    List<Point> curve = new ArrayList<>();
    if (drift.isEmpty()) {
      return curve;
    }
    double factor = Math.pow(2, 1.0 / POINTS_PER_HALVING);
    for (double x = 1; x < drift.count(); x *= factor) {
      curve.add(new Point(x, drift.quantileNs(1 - 1 / x) / NS_PER_SECOND));
    }
    curve.add(new Point(drift.count(), drift.maxNs() / NS_PER_SECOND));
    return curve;
  }
}
