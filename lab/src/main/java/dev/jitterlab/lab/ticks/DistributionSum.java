package dev.jitterlab.lab.ticks;

import java.util.ArrayList;
import java.util.List;

/**
 * Adds distributions up one by one, in memory that does not grow with their number. The order does
 * not matter. Not thread-safe.
 */
public final class DistributionSum {
  /** So many are merged at once: the sum so far is not copied for every one of them. */
  private static final int AT_ONCE = 64;

  private final List<Distribution> parts = new ArrayList<>();

  /** Adds one. */
  public void add(Distribution part) {
    if (part.isEmpty()) {
      return;
    }
    parts.add(part);
    if (parts.size() == AT_ONCE) {
      Distribution merged = sum();
      parts.clear();
      parts.add(merged);
    }
  }

  /** All that were added, together. */
  public Distribution sum() {
    return Distribution.merge(parts);
  }
}
