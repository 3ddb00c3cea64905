package dev.jitterlab.diagnosis.budget;

import dev.jitterlab.diagnosis.timeline.Selection;
import java.util.Arrays;

/** Times in nanoseconds, as many as there are. Not thread-safe. */
final class KeptTimes {
  private long[] ns = new long[16];
  private int count;

  void add(long one) {
    if (count == ns.length) {
      ns = Arrays.copyOf(ns, count + (count >> 1));
    }
    ns[count++] = one;
  }

  void addAll(KeptTimes others) {
    if (ns.length < count + others.count) {
      ns = Arrays.copyOf(ns, count + others.count);
    }
    System.arraycopy(others.ns, 0, ns, count, others.count);
    count += others.count;
  }

  int count() {
    return count;
  }

  /** The middle one, or of two the larger; there must be one. */
  long median() {
    return Selection.nth(ns, count, count / 2);
  }
}
