package dev.jitterlab.locks;

import java.util.function.LongSupplier;

/**
 * Work that takes a given CPU time: steps of Marsaglia's xorshift64, each of which needs the one
 * before, so that no compiler can leave one out. Not thread-safe: what a lock guards is such a
 * state, and a lock that fails shows.
 */
final class BusySteps {
  private static final int CALIBRATION_STEPS = 20_000;
  private static final int CALIBRATIONS = 5_000;

  private long state = 1;

  /** Finds out how many steps take that long here, by the quickest of many trials. */
  static long in(long ns, LongSupplier clock) {
    if (ns == 0) {
      return 0;
    }
    BusySteps trial = new BusySteps();
    long quickestNs = Long.MAX_VALUE;
    for (int i = 0; i < CALIBRATIONS; i++) {
      long startNs = clock.getAsLong();
      trial.take(CALIBRATION_STEPS);
      quickestNs = Math.min(quickestNs, clock.getAsLong() - startNs);
    }
    return Math.max(1, ns * CALIBRATION_STEPS / Math.max(1, quickestNs));
  }

  /** Takes so many steps. */
  void take(long steps) {
    long x = state;
    for (long i = 0; i < steps; i++) {
      x ^= x << 13;
      x ^= x >>> 7;
      x ^= x << 17;
    }
    state = x;
  }
}
