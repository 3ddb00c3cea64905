package dev.jitterlab.lab.ticks;

import java.util.EnumMap;
import java.util.Map;

/**
 * What a process recorded of its ticks while it was measured. Immutable.
 *
 * @param window the measured time
 * @param coveredSeconds how much of the window is covered by intervals wholly inside it
 * @param distributions every metric's values from those intervals; may be empty distributions
 */
public record MeasuredTicks(
    Window window, double coveredSeconds, Map<TickMetric, Distribution> distributions) {
  /**
   * What the window's two ends may cut off: intervals are a second long and begin where they like.
   */
  private static final double EDGES_SECONDS = 2;

  /** Takes the figures as they are. */
  public MeasuredTicks {
    distributions = Map.copyOf(distributions);
  }

  /** The part of a log that lies in the window. */
  public static MeasuredTicks of(TickLog log, Window window) {
    Map<TickMetric, Distribution> distributions = new EnumMap<>(TickMetric.class);
    for (TickMetric metric : TickMetric.values()) {
      distributions.put(metric, log.measured(metric, window));
    }
    return new MeasuredTicks(window, log.coveredSeconds(window), distributions);
  }

  /** The values of one metric. */
  public Distribution of(TickMetric metric) {
    return distributions.get(metric);
  }

  /** How many ticks were measured. */
  public long count() {
    return of(TickMetric.EXECUTION).count();
  }

  /** The share of the measured time that the log has nothing about, from 0 to 1. */
  public double gapRatio() {
    double expected = window.seconds() - EDGES_SECONDS;
    if (expected <= 0) {
      return coveredSeconds > 0 ? 0 : 1;
    }
    return Math.max(0, 1 - coveredSeconds / expected);
  }
}
