package dev.jitterlab.diagnosis.budget;

import dev.jitterlab.diagnosis.timeline.Bisection;
import java.util.Arrays;

/** The pieces of a window that no stretch covers, in order of time. Not thread-safe. */
final class FreeTime {
  private long[] starts = new long[4];
  private long[] ends = new long[4];
  private int pieces;
  private long lengthNs;

  /** Adds a piece; it begins at or after the end of those so far. */
  void add(long startNs, long endNs) {
    if (pieces == starts.length) {
      starts = Arrays.copyOf(starts, 2 * pieces);
      ends = Arrays.copyOf(ends, 2 * pieces);
    }
    starts[pieces] = startNs;
    ends[pieces] = endNs;
    pieces++;
    lengthNs += endNs - startNs;
  }

  /** The same without a time. */
  FreeTime without(long fromNs, long toNs) {
    FreeTime rest = new FreeTime();
    for (int i = 0; i < pieces; i++) {
      if (starts[i] < fromNs) {
        rest.add(starts[i], Math.min(ends[i], fromNs));
      }
      if (ends[i] > toNs) {
        rest.add(Math.max(starts[i], toNs), ends[i]);
      }
    }
    return rest;
  }

  /** Takes all pieces out. */
  void clear() {
    pieces = 0;
    lengthNs = 0;
  }

  boolean isEmpty() {
    return pieces == 0;
  }

  int pieces() {
    return pieces;
  }

  long startNs(int piece) {
    return starts[piece];
  }

  long endNs(int piece) {
    return ends[piece];
  }

  /** The pieces together. */
  long lengthNs() {
    return lengthNs;
  }

  /** Whether a moment lies in it. */
  boolean has(long ns) {
    int first = Bisection.firstNot(0, pieces, at -> ends[at] <= ns);
    return first < pieces && starts[first] <= ns;
  }

  /** How much of it lies in a time. */
  long sharedNs(long fromNs, long toNs) {
    int first = Bisection.firstNot(0, pieces, at -> ends[at] <= fromNs);
    long shared = 0;
    for (int i = first; i < pieces && starts[i] < toNs; i++) {
      shared += Math.max(0, Math.min(ends[i], toNs) - Math.max(starts[i], fromNs));
    }
    return shared;
  }
}
