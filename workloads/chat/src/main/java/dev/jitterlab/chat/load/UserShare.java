package dev.jitterlab.chat.load;

import java.util.concurrent.atomic.LongAdder;

/** What one user got: who was treated unfairly is told by it. Thread-safe. */
final class UserShare {
  static final int SAID = 0;
  static final int HEARD = 1;
  static final int HEARD_NS = 2;
  static final int FIGURES = 3;

  /** Messages that all others have heard. */
  final LongAdder heardByAll = new LongAdder();

  /** Messages that it heard. */
  final LongAdder heard = new LongAdder();

  /** How long those took, in nanoseconds. */
  final LongAdder heardNs = new LongAdder();

  /** Returns the figures by {@link #SAID}, {@link #HEARD} and {@link #HEARD_NS}. */
  long[] now() {
    long[] now = new long[FIGURES];
    now[SAID] = heardByAll.sum();
    now[HEARD] = heard.sum();
    now[HEARD_NS] = heardNs.sum();
    return now;
  }
}
