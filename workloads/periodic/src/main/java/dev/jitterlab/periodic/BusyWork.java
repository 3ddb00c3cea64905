package dev.jitterlab.periodic;

import dev.jitterlab.tick.NanoClock;

/**
 * A tick that takes a given CPU time: a fixed number of steps of a random number generator. Not a
 * wait for the clock, because a tick that is interrupted must end later for it, as real work does.
 *
 * <p>One object serves one task.
 */
final class BusyWork implements Runnable {
  /** Some 30 µs: far above the clock's resolution, short enough to run undisturbed at times. */
  static final int CALIBRATION_STEPS = 20_000;

  /** Some 150 ms in all; the first of them run before the compiler is done. */
  private static final int CALIBRATIONS = 5_000;

  private final long steps;
  private long state = 1;

  private BusyWork(long steps) {
    this.steps = steps;
  }

  /**
   * Finds out how many steps take that long on this machine when nothing disturbs them: by the
   * quickest of many trials.
   *
   * @param ns 0 for a tick that does nothing
   */
  static long steps(long ns, NanoClock clock) {
    if (ns == 0) {
      return 0;
    }
    BusyWork trial = new BusyWork(CALIBRATION_STEPS);
    long quickestNs = Long.MAX_VALUE;
    for (int i = 0; i < CALIBRATIONS; i++) {
      long startNs = clock.nanoTime();
      trial.run();
      quickestNs = Math.min(quickestNs, clock.nanoTime() - startNs);
    }
    return Math.max(1, ns * CALIBRATION_STEPS / Math.max(1, quickestNs));
  }

  /** Returns a task that takes so many steps at each tick. */
  static BusyWork ofSteps(long steps) {
    return new BusyWork(steps);
  }

  /** Steps Marsaglia's xorshift64; every step needs the one before, so none can be left out. */
  @Override
  public void run() {
    long x = state;
    for (long i = 0; i < steps; i++) {
      x ^= x << 13;
      x ^= x >>> 7;
      x ^= x << 17;
    }
    state = x;
  }
}
