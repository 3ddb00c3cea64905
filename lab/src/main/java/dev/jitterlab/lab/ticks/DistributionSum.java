package dev.jitterlab.lab.ticks;

import java.util.ArrayList;
import java.util.List;

/**
 * Adds distributions up one by one, in memory that does not grow with their number. The order does
 * not matter. Not thread-safe.
 */
public final class DistributionSum {
  /** So few are merged: that is quicker than to count their values and to sort them in the end. */
  private static final int MOST_MERGED = 64;

  private final List<Distribution> parts = new ArrayList<>();
  private final ValueCounts counted = new ValueCounts();

  /** Adds one. */
  public void add(Distribution part) {
    if (part.isEmpty()) {
      return;
    }
    parts.add(part);
    if (parts.size() == MOST_MERGED) {
      parts.forEach(counted::add);
      parts.clear();
    }
  }

  /** All that were added, together. */
  public Distribution sum() {
    List<Distribution> all = new ArrayList<>(parts);
    all.add(counted.distribution());
    return Distribution.merge(all);
  }
}
