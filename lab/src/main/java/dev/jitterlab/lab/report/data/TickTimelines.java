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
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.function.Consumer;

/**
 * A group's tick logs, laid over each other: time 0 of each is the start of its block's
 * measurement. A point merges all ticks of that second, or of several where the measurement is
 * long; quantiles are never averaged. Not thread-safe.
 */
public final class TickTimelines {
  /** Quantiles over time, by their name in {@code summary.json}. */
  private static final Map<String, Double> QUANTILES = new LinkedHashMap<>();

  static {
    QUANTILES.put("p50", 0.5);
    QUANTILES.put("p90", 0.9);
    QUANTILES.put("p95", 0.95);
    QUANTILES.put("p99", 0.99);
  }

  /** Points of the percentile curve per halving of the distance to 100 %, as in HdrHistogram. */
  private static final int POINTS_PER_HALVING = 5;

  /** Of a line: from here on a point stands for several seconds. */
  private static final int MOST_POINTS = 1_200;

  private static final double NS_PER_SECOND = 1e9;

  private final Map<TickTime, NavigableMap<Integer, Second>> seconds =
      new EnumMap<>(TickTime.class);
  private final DistributionSum measuredDrift = new DistributionSum();
  private final Map<String, List<Point>> executions = new TreeMap<>();

  TickTimelines() {
    for (TickTime metric : TickTime.values()) {
      seconds.put(metric, new TreeMap<>());
    }
  }

  /**
   * Adds the lines of one instance's log, warm-up included.
   *
   * @param block when the instance was measured
   */
  Consumer<TickInterval> reader(String id, BlockTimes block) {
    double zero = block.measuredFrom();
    Window shown = new Window(block.loadStartedAt(), block.measuredTo());
    List<Window> worked = MeasuredWindows.worked(block, id, block.measuredTo());
    List<Window> measured =
        MeasuredWindows.of(block, id).map(MeasuredWindows::parts).orElse(List.of());
    int width = (int) Math.ceil(shown.seconds() / MOST_POINTS);
    return interval -> {
      if (!interval.values().isEmpty() && isWithin(worked, interval.window())) {
        double middle = (interval.window().from() + interval.window().to()) / 2 - zero;
        add(
            interval,
            Math.floorDiv((int) Math.floor(middle), width) * width,
            isWithin(measured, interval.window()));
        if (interval.metric() == TickTime.EXECUTION) {
          addMean(id, new Point(middle, interval.values().meanNs() / NS_PER_SECOND));
        }
      }
    };
  }

  private static boolean isWithin(List<Window> windows, Window line) {
    return windows.stream().anyMatch(window -> window.contains(line));
  }

  private void addMean(String id, Point mean) {
    executions.computeIfAbsent(id, _ -> new ArrayList<>()).add(mean);
  }

  /** An instance's id to the mean execution of its ticks over time, in seconds. */
  public Map<String, List<Point>> executions() {
    return executions;
  }

  private void add(TickInterval interval, int second, boolean isMeasured) {
    seconds
        .get(interval.metric())
        .computeIfAbsent(second, _ -> new Second())
        .add(interval.values());
    if (interval.metric() == TickTime.DRIFT && isMeasured) {
      measuredDrift.add(interval.values());
    }
  }

  /** All measured drift together. */
  public Distribution drift() {
    return measuredDrift.sum();
  }

  /** Quantiles per second, in seconds; a second without ticks has no point. */
  public Map<TickTime, ReportData.Quantiles> lines() {
    Map<TickTime, ReportData.Quantiles> lines = new EnumMap<>(TickTime.class);
    seconds.forEach((metric, bySecond) -> lines.put(metric, quantiles(bySecond)));
    return lines;
  }

  private static ReportData.Quantiles quantiles(NavigableMap<Integer, Second> bySecond) {
    Map<String, List<Point>> byName = new LinkedHashMap<>();
    QUANTILES.keySet().forEach(name -> byName.put(name, new ArrayList<>()));
    bySecond.forEach(
        (at, second) ->
            second
                .quantilesNs()
                .forEach(
                    (name, valueNs) ->
                        byName.get(name).add(new Point(at, valueNs / NS_PER_SECOND))));
    return new ReportData.Quantiles(byName);
  }

  /** All ticks of a second; its quantiles are computed again only after more have come. */
  private static final class Second {
    private final DistributionSum parts = new DistributionSum();
    private Map<String, Long> quantilesNs = Map.of();

    void add(Distribution part) {
      parts.add(part);
      quantilesNs = Map.of();
    }

    Map<String, Long> quantilesNs() {
      if (quantilesNs.isEmpty()) {
        Distribution merged = parts.sum();
        Map<String, Long> computed = new LinkedHashMap<>();
        QUANTILES.forEach((name, q) -> computed.put(name, merged.quantileNs(q)));
        quantilesNs = computed;
      }
      return quantilesNs;
    }
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
