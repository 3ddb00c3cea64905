package dev.jitterlab.tick;

/**
 * The mean of what ticks take: of all of them at first, then forgetting. One pause of the JVM does
 * not count as a hundred executions, but a task that takes a hundred times what the others take
 * counts in full. Not thread-safe.
 */
final class MeanExecution {
  private static final int LONGEST_PAUSE = 4;
  private static final long NEGLIGIBLE_NS = 1_500;

  private int ticks;
  private double ns;

  /**
   * Takes in how long a tick kept the worker busy.
   *
   * @param expectedNs how long that task's ticks take, as was known before
   * @param memory how many ticks it takes to forget
   */
  void add(long busyNs, long expectedNs, int memory) {
    ticks = Math.min(memory, ticks + 1);
    double usual = Math.max(ns, expectedNs);
    double most = ticks == 1 ? Double.MAX_VALUE : LONGEST_PAUSE * usual + NEGLIGIBLE_NS;
    ns += (Math.min((double) busyNs, most) - ns) / ticks;
  }

  /** Returns the mean; 0 before the first tick. */
  double ns() {
    return ns;
  }
}
