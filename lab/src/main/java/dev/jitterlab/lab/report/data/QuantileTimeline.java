package dev.jitterlab.lab.report.data;

import dev.jitterlab.lab.metric.Quantile;
import dev.jitterlab.lab.report.chart.Point;
import dev.jitterlab.lab.run.RunState.BlockTimes;
import dev.jitterlab.lab.ticks.Distribution;
import dev.jitterlab.lab.ticks.DistributionSum;
import dev.jitterlab.lab.ticks.Window;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;

/**
 * Times of one kind, such as drift or response times, as quantiles over time. A point merges all
 * times of that second, or of several where the measurement is long; quantiles are never averaged.
 * Not thread-safe.
 */
final class QuantileTimeline {
  private static final Set<Quantile> QUANTILES = EnumSet.range(Quantile.P50, Quantile.P99);

  /** Of a line: from here on a point stands for several seconds. */
  private static final int MOST_POINTS = 1_200;

  private static final double NS_PER_SECOND = 1e9;

  private final NavigableMap<Integer, Second> seconds = new TreeMap<>();

  /**
   * How many seconds a point stands for: the same of all blocks, however long their warm-ups were.
   * A power of two, so that the points of a shorter block fit into those of a longer one.
   */
  private int width = 1;

  /**
   * Adds the times of a line of a log.
   *
   * @param block when the server was measured: time 0 is the start of that
   */
  void add(Window line, Distribution values, BlockTimes block) {
    widenFor(block.measuredTo() - block.loadStartedAt());
    double middle = (line.from() + line.to()) / 2 - block.measuredFrom();
    add((int) Math.floor(middle), values);
  }

  private void widenFor(double shownSeconds) {
    if (shownSeconds <= (double) width * MOST_POINTS) {
      return;
    }
    while (shownSeconds > (double) width * MOST_POINTS) {
      width *= 2;
    }
    Map<Integer, Second> finer = new TreeMap<>(seconds);
    seconds.clear();
    finer.forEach((second, one) -> add(second, one.parts.sum()));
  }

  private void add(int second, Distribution values) {
    seconds.computeIfAbsent(Math.floorDiv(second, width) * width, _ -> new Second()).add(values);
  }

  /** Quantiles over time, in seconds; a step without times has no point. */
  ReportData.Quantiles lines() {
    Map<String, List<Point>> byName = new LinkedHashMap<>();
    QUANTILES.forEach(quantile -> byName.put(quantile.key(), new ArrayList<>()));
    for (Map.Entry<Integer, Second> one : seconds.entrySet()) {
      Map<String, Long> quantilesNs = one.getValue().quantilesNs();
      quantilesNs.forEach(
          (name, ns) -> byName.get(name).add(new Point(one.getKey(), ns / NS_PER_SECOND)));
    }
    return new ReportData.Quantiles(width, byName);
  }

  /** All times of a second; its quantiles are computed again only after more have come. */
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
        QUANTILES.forEach(one -> computed.put(one.key(), merged.quantileNs(one.share())));
        quantilesNs = computed;
      }
      return quantilesNs;
    }
  }
}
