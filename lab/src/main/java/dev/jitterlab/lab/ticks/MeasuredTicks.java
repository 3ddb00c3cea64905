package dev.jitterlab.lab.ticks;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What a process recorded of its ticks while it was measured. Immutable.
 *
 * @param windows the measured time
 * @param coveredSeconds how much of the windows is covered by the intervals that count
 * @param distributions every metric's values from those intervals ({@link MeasuredWindows#holds});
 *     may be empty distributions
 * @param times tag to the values of what else the process has in its log, such as waits for locks
 * @param executions the mean execution of every interval of the log, also before and after the
 *     window; without intervals that recorded none
 * @param seconds each metric over the measured time, a line for each interval that recorded some
 */
public record MeasuredTicks(
    MeasuredWindows windows,
    double coveredSeconds,
    Map<TickTime, Distribution> distributions,
    Map<String, Distribution> times,
    List<TimedValue> executions,
    Map<TickTime, List<TickSecond>> seconds) {
  /** A log that lacks more than this share of the measured time is lost. */
  public static final double LOST_GAP_RATIO = 0.05;

  /**
   * What a window's two ends may cut off: intervals are a second long and begin where they like.
   */
  private static final double EDGES_SECONDS = 2;

  /** Takes the figures as they are. */
  public MeasuredTicks {
    distributions = Map.copyOf(distributions);
    times = Map.copyOf(times);
    executions = List.copyOf(executions);
    seconds = Map.copyOf(seconds);
  }

  /** Takes up one line of the log after the other. */
  static final class Reading {
    private final MeasuredWindows windows;
    private final Map<TickTime, DistributionSum> sums = new EnumMap<>(TickTime.class);
    private final Map<String, DistributionSum> others = new TreeMap<>();
    private final Map<TickTime, List<TickSecond>> seconds = new EnumMap<>(TickTime.class);
    private final List<TimedValue> executions = new ArrayList<>();
    private double coveredSeconds;

    Reading(MeasuredWindows windows) {
      this.windows = windows;
      for (TickTime metric : TickTime.values()) {
        sums.put(metric, new DistributionSum());
      }
    }

    void add(TickInterval interval) {
      boolean isExecution = interval.metric() == TickTime.EXECUTION;
      if (isExecution && !interval.values().isEmpty()) {
        executions.add(TimedValue.mean(interval));
      }
      Window line = interval.window();
      if (windows.holds(line, interval.values())) {
        sums.get(interval.metric()).add(interval.values());
        if (!interval.values().isEmpty()) {
          seconds
              .computeIfAbsent(interval.metric(), _ -> new TickSeconds())
              .add(TickSecond.of(line, interval.values()));
        }
        if (isExecution) {
          coveredSeconds += windows.covered(line, interval.values());
        }
      }
    }

    /** Takes up a line that is none of ticks. */
    void addOther(TaggedInterval line) {
      if (windows.holds(line.window(), line.values())) {
        others.computeIfAbsent(line.tag(), _ -> new DistributionSum()).add(line.values());
      }
    }

    MeasuredTicks ticks() {
      Map<TickTime, Distribution> distributions = new EnumMap<>(TickTime.class);
      sums.forEach((metric, sum) -> distributions.put(metric, sum.sum()));
      Map<String, Distribution> times = new TreeMap<>();
      others.forEach((tag, sum) -> times.put(tag, sum.sum()));
      return new MeasuredTicks(windows, coveredSeconds, distributions, times, executions, seconds);
    }
  }

  /** Of a process that records none. */
  public static MeasuredTicks none(MeasuredWindows windows) {
    return new MeasuredTicks(windows, 0, Map.of(), Map.of(), List.of(), Map.of());
  }

  /** The values of one metric. */
  public Distribution of(TickTime metric) {
    return distributions.getOrDefault(metric, Distribution.empty());
  }

  /** One metric over the measured time, in its order; none where it was not recorded. */
  public List<TickSecond> secondsOf(TickTime metric) {
    return seconds.getOrDefault(metric, List.of());
  }

  /** The values of a tag that is none of ticks; empty where the log has no such line. */
  public Distribution times(String tag) {
    return times.getOrDefault(tag, Distribution.empty());
  }

  /** Whether the log has no ticks, and no other times either: a server may have others only. */
  public boolean isEmpty() {
    return count() == 0 && times.values().stream().allMatch(Distribution::isEmpty);
  }

  /** How many ticks were measured. */
  public long count() {
    return of(TickTime.EXECUTION).count();
  }

  /** Whether the log lacks so much of the measured time that its figures are none of all of it. */
  public boolean isLost() {
    return gapRatio() > LOST_GAP_RATIO;
  }

  /** The share of the measured time that the log has nothing about, from 0 to 1. */
  public double gapRatio() {
    double expected = windows.seconds() - EDGES_SECONDS * windows.parts().size();
    if (expected <= 0) {
      return coveredSeconds > 0 ? 0 : 1;
    }
    return Math.max(0, 1 - coveredSeconds / expected);
  }
}
