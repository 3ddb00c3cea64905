package dev.jitterlab.idioms;

/**
 * The generator of {@link java.util.Random}, number for number, with its seed behind a monitor as
 * in the first JDKs. Thread-safe.
 */
final class SynchronizedRandom {
  private static final long MULTIPLIER = 0x5DEECE66DL;
  private static final long INCREMENT = 0xBL;
  private static final long MASK = (1L << 48) - 1;
  private static final int SHIFT = 16;

  private long seed;

  SynchronizedRandom(long seed) {
    this.seed = (seed ^ MULTIPLIER) & MASK;
  }

  synchronized int nextInt() {
    seed = (seed * MULTIPLIER + INCREMENT) & MASK;
    return (int) (seed >>> SHIFT);
  }
}
