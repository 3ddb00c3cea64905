package dev.jitterlab.lab.ticks;

import java.util.ArrayList;
import java.util.List;

/**
 * The mean of some values, and when they were recorded.
 *
 * @param window when
 * @param seconds the mean
 * @param count of how many values; at least 1
 */
public record TimedMean(Window window, double seconds, long count) {
  private static final double NS_PER_SECOND = 1e9;

  /** Of an interval that is not empty. */
  static TimedMean of(TickInterval interval) {
    return new TimedMean(
        interval.window(), interval.values().meanNs() / NS_PER_SECOND, interval.values().count());
  }

  /**
   * The part of a series that lies in the window, with at most so many means: of a longer series
   * each stands for several neighbours.
   *
   * @param series in the order of time
   */
  public static List<TimedMean> within(List<TimedMean> series, Window window, int most) {
    List<TimedMean> inside = series.stream().filter(one -> window.contains(one.window())).toList();
    int neighbours = Math.ceilDiv(Math.max(inside.size(), 1), most);
    List<TimedMean> shorter = new ArrayList<>();
    for (int from = 0; from < inside.size(); from += neighbours) {
      shorter.add(together(inside.subList(from, Math.min(inside.size(), from + neighbours))));
    }
    return shorter;
  }

  private static TimedMean together(List<TimedMean> neighbours) {
    long count = neighbours.stream().mapToLong(TimedMean::count).sum();
    double sum = neighbours.stream().mapToDouble(one -> one.seconds() * one.count()).sum();
    return new TimedMean(
        new Window(neighbours.getFirst().window().from(), neighbours.getLast().window().to()),
        sum / count,
        count);
  }
}
