package dev.jitterlab.diagnosis.timeline;

import java.util.Arrays;

/**
 * A column of numbers, most of them small: four bytes for each, and eight more for one that does
 * not fit. A place that was never set has 0. Not thread-safe.
 */
public final class CompactNumbers {
  /** What is smaller stands for a place among the others. */
  private static final int LEAST = -(1 << 30);

  private int[] values = {};
  private long[] others = {};
  private int otherCount;

  /** Sets a number; each place is set once. */
  public void set(int at, long value) {
    if (at >= values.length) {
      if (value == 0) {
        return;
      }
      values = Arrays.copyOf(values, Math.max(64, at + (at >> 1)) + 1);
    }
    values[at] = LEAST <= value && value <= Integer.MAX_VALUE ? (int) value : other(value);
  }

  private int other(long value) {
    if (otherCount == others.length) {
      others = Arrays.copyOf(others, Math.max(16, otherCount + (otherCount >> 1)));
    }
    others[otherCount] = value;
    return LEAST - 1 - otherCount++;
  }

  /** Gives back the room behind the last of so many places. */
  void trim(int places) {
    values = Arrays.copyOf(values, Math.min(values.length, places));
    others = Arrays.copyOf(others, otherCount);
  }

  /** The number at a place. */
  public long get(int at) {
    if (at >= values.length) {
      return 0;
    }
    int value = values[at];
    return value >= LEAST ? value : others[LEAST - 1 - value];
  }
}
