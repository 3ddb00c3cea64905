package dev.jitterlab.lab.ticks;

import java.util.stream.IntStream;

/**
 * How often each value was recorded, in a hash table with open addressing: to add a distribution
 * takes time for its own values only, however many there are already. Not thread-safe.
 */
final class ValueCounts {
  private static final int FIRST_SLOTS = 1 << 10;

  /** 2^64 divided by the golden ratio: multiples of it are spread evenly (Knuth, volume 3, 6.4). */
  private static final long GOLDEN = 0x9E37_79B9_7F4A_7C15L;

  private long[] values = new long[0];

  /** Beside each value; 0 where the slot is free. */
  private long[] counts = new long[0];

  private int used;
  private Resolution resolution = Resolution.FINEST;

  /** Adds all values of a distribution. */
  void add(Distribution part) {
    resolution = resolution.and(part.resolution());
    for (int i = 0; i < part.size(); i++) {
      add(part.valueNsAt(i), part.countAt(i));
    }
  }

  private void add(long value, long count) {
    if (2 * used >= values.length) {
      grow();
    }
    int slot = slot(value);
    if (counts[slot] == 0) {
      values[slot] = value;
      used++;
    }
    counts[slot] += count;
  }

  /** Where the value is, or belongs; a free slot ends the search, and half of them are free. */
  private int slot(long value) {
    int last = values.length - 1;
    int slot = (int) ((value * GOLDEN) >>> Integer.SIZE) & last;
    while (counts[slot] != 0 && values[slot] != value) {
      slot = (slot + 1) & last;
    }
    return slot;
  }

  private void grow() {
    long[] oldValues = values;
    long[] oldCounts = counts;
    values = new long[Math.max(FIRST_SLOTS, 2 * oldValues.length)];
    counts = new long[values.length];
    for (int i = 0; i < oldValues.length; i++) {
      if (oldCounts[i] != 0) {
        int slot = slot(oldValues[i]);
        values[slot] = oldValues[i];
        counts[slot] = oldCounts[i];
      }
    }
  }

  /** All that was added. */
  Distribution distribution() {
    long[] ascending =
        IntStream.range(0, values.length)
            .filter(slot -> counts[slot] != 0)
            .mapToLong(slot -> values[slot])
            .sorted()
            .toArray();
    long[] cumulative = new long[ascending.length];
    long total = 0;
    for (int i = 0; i < ascending.length; i++) {
      total += counts[slot(ascending[i])];
      cumulative[i] = total;
    }
    return Distribution.ofAscending(ascending, cumulative, resolution);
  }
}
