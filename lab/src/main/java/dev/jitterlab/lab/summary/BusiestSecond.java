package dev.jitterlab.lab.summary;

import dev.jitterlab.lab.ticks.MeasuredWindows;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;

/** The second in which a counter grew most. Stateless. */
final class BusiestSecond {
  /** Samples are taken once a second; those at a measurement's bounds may be closer together. */
  private static final double AT_LEAST_SECONDS = 0.95;

  private BusiestSecond() {}

  /**
   * The greatest growth per second from a sample to the first one that is a second later. Empty
   * where no two samples are so far apart in one part of the measured time.
   *
   * @param samples time in seconds to the counter's value
   */
  static Optional<Double> rate(SortedMap<Double, Double> samples, MeasuredWindows windows) {
    List<Map.Entry<Double, Double>> all = List.copyOf(samples.entrySet());
    Optional<Double> most = Optional.empty();
    int to = 0;
    for (Map.Entry<Double, Double> from : all) {
      while (to < all.size() && all.get(to).getKey() - from.getKey() < AT_LEAST_SECONDS) {
        to++;
      }
      if (to == all.size()) {
        break;
      }
      double seconds = all.get(to).getKey() - from.getKey();
      if (areInOnePart(from.getKey(), all.get(to).getKey(), windows)) {
        double rate = (all.get(to).getValue() - from.getValue()) / seconds;
        most = Optional.of(Math.max(rate, most.orElse(rate)));
      }
    }
    return most;
  }

  private static boolean areInOnePart(double from, double to, MeasuredWindows windows) {
    return windows.parts().stream().anyMatch(part -> part.from() <= from && to <= part.to());
  }
}
