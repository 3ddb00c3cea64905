package dev.jitterlab.lab.validity.evidence;

import dev.jitterlab.lab.ticks.Window;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/**
 * When the machine stalled, as the idle control process of a block saw it: spans of time in their
 * order, of which none touches another. One of them is found by binary search, because a long run
 * asks for each of its samples, and a bad machine stalls in each second. Immutable.
 */
final class StallTimes {
  private final double[] begins;
  private final double[] ends;

  private StallTimes(double[] begins, double[] ends) {
    this.begins = begins;
    this.ends = ends;
  }

  /** Those of a control process: of each of its seconds with a stall, from the stall's begin. */
  static StallTimes of(List<IdleControl.Second> seconds) {
    List<Window> stalled =
        seconds.stream()
            .filter(IdleControl.Second::isStalled)
            .map(second -> new Window(second.stalledFrom(), second.window().to()))
            .sorted(Comparator.comparingDouble(Window::from))
            .toList();
    double[] begins = new double[stalled.size()];
    double[] ends = new double[stalled.size()];
    int size = 0;
    for (Window one : stalled) {
      if (size > 0 && one.from() <= ends[size - 1]) {
        ends[size - 1] = Math.max(ends[size - 1], one.to());
      } else {
        begins[size] = one.from();
        ends[size] = one.to();
        size++;
      }
    }
    return new StallTimes(Arrays.copyOf(begins, size), Arrays.copyOf(ends, size));
  }

  /** Whether it stalled between two times; a span that only begins or ends there does not count. */
  boolean touches(double from, double to) {
    int found = Arrays.binarySearch(ends, from);
    int next = found >= 0 ? found + 1 : -found - 1; // the first that ends later
    return next < ends.length && begins[next] < to;
  }
}
