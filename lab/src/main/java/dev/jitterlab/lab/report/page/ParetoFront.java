package dev.jitterlab.lab.report.page;

import java.util.Comparator;
import java.util.List;

/** Which of several groups nobody beats in both price and lateness. Stateless. */
final class ParetoFront {
  private ParetoFront() {}

  /**
   * One of the things to choose from.
   *
   * @param price per hour
   * @param late the share of late ticks
   */
  record Option(String name, double price, double late) {
    /** Whether it is no worse in both, and better in one. */
    boolean beats(Option other) {
      return price <= other.price
          && late <= other.late
          && (price < other.price || late < other.late);
    }
  }

  /** Those that no other beats, the cheapest first. */
  static List<Option> of(List<Option> options) {
    return options.stream()
        .filter(one -> options.stream().noneMatch(other -> other.beats(one)))
        .sorted(Comparator.comparingDouble(Option::price))
        .toList();
  }
}
