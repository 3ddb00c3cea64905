package dev.jitterlab.lab.ticks;

import java.util.ArrayList;
import java.util.List;

/**
 * Adds distributions up one by one, in memory that does not grow with their number. The order does
 * not matter. Not thread-safe.
 */
public final class DistributionSum {
  /** So many are merged with one another first: the sum so far is not copied for each of them. */
  private static final int AT_ONCE = 64;

  private Distribution sum = Distribution.empty();
  private final List<Distribution> parts = new ArrayList<>();

  /** Adds one. */
  public void add(Distribution part) {
    if (part.isEmpty()) {
      return;
    }
    parts.add(part);
    if (parts.size() == AT_ONCE) {
      sum = sum();
      parts.clear();
    }
  }

  /** All that were added, together. */
  public Distribution sum() {
    Distribution newer = Distribution.merge(parts);
    return sum.isEmpty() ? newer : Distribution.merge(List.of(sum, newer));
  }
}
