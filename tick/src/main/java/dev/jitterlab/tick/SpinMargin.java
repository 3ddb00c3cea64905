package dev.jitterlab.tick;

/**
 * Learns how long before a deadline a sleep must end, so that 99 of 100 sleeps end in time: a
 * decaying 99th percentile of the overshoot (the time by which sleeps ended too late).
 *
 * <p>After every sleep the margin takes a step up if it was too short and a step of a 99th of that
 * down if it was not, so it rests where 1 of 100 overshoots is above it. A step is an eighth of the
 * margin: one overshoot of 5 ms moves it by an eighth, and about 550 quiet sleeps halve it. One
 * number is all the state. Not thread-safe; every worker learns by itself.
 */
final class SpinMargin {
  /** Above this the machine has too few cores, and spinning would take what the others lack. */
  static final long HIGHEST_NS = 500_000;

  /** Enough for the first sleeps on a machine that is neither fast nor slow. */
  static final long INITIAL_NS = 60_000;

  private static final long LOWEST_NS = 1_000;
  private static final double QUANTILE = 0.99;

  private double ns = INITIAL_NS;

  /** Returns how long before the deadline to end a sleep. */
  long ns() {
    return (long) ns;
  }

  /** Takes in how late a sleep ended, in nanoseconds. */
  void learn(long overshootNs) {
    double step = ns / 8;
    ns += overshootNs > ns ? step * QUANTILE : -step * (1 - QUANTILE);
    ns = Math.min(HIGHEST_NS, Math.max(LOWEST_NS, ns));
  }
}
