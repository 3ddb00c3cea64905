package dev.jitterlab.lab.ticks;

import java.util.ArrayList;
import java.util.List;

/**
 * What stands for the recordings of a stretch of time, such as their mean.
 *
 * @param window when they were recorded
 * @param seconds the value
 * @param count of how many recordings; at least 1
 */
public record TimedValue(Window window, double seconds, long count) {
  private static final double NS_PER_SECOND = 1e9;

  /** The mean of an interval that is not empty. */
  static TimedValue mean(TickInterval interval) {
    return new TimedValue(
        interval.window(), interval.values().meanNs() / NS_PER_SECOND, interval.values().count());
  }

  /** The median of an interval that is not empty. */
  static TimedValue median(TaggedInterval interval) {
    return new TimedValue(
        interval.window(),
        interval.values().quantileNs(0.5) / NS_PER_SECOND,
        interval.values().count());
  }

  /**
   * The part of a series that lies in the windows, with at most so many values: of a longer series
   * each is the mean of several neighbours, weighted by their counts.
   *
   * @param series in the order of time
   */
  public static List<TimedValue> within(
      List<TimedValue> series, MeasuredWindows windows, int most) {
    List<TimedValue> inside =
        series.stream().filter(one -> windows.contains(one.window())).toList();
    int neighbours = Math.ceilDiv(Math.max(inside.size(), 1), most);
    List<TimedValue> shorter = new ArrayList<>();
    for (int from = 0; from < inside.size(); from += neighbours) {
      shorter.add(together(inside.subList(from, Math.min(inside.size(), from + neighbours))));
    }
    return shorter;
  }

  private static TimedValue together(List<TimedValue> neighbours) {
    long count = neighbours.stream().mapToLong(TimedValue::count).sum();
    double sum = neighbours.stream().mapToDouble(one -> one.seconds() * one.count()).sum();
    return new TimedValue(
        Window.recorded(neighbours.getFirst().window().from(), neighbours.getLast().window().to()),
        sum / count,
        count);
  }
}
