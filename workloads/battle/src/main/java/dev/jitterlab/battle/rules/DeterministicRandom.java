package dev.jitterlab.battle.rules;

/**
 * The SplitMix64 generator (Steele, Lea, Flood, OOPSLA 2014). The JDK's generators may change their
 * bounded draws between versions; a battle must not. Not thread-safe.
 */
public final class DeterministicRandom {
  private long state;

  /** Starts the sequence of that seed. */
  public DeterministicRandom(long seed) {
    this.state = seed;
  }

  /** Returns the next 64 random bits. */
  public long nextLong() {
    state += 0x9E3779B97F4A7C15L;
    return mix(state);
  }

  /**
   * Returns a number from 0 to {@code bound} − 1. The bias of the multiplication is below 2⁻³² ×
   * bound, which a game does not notice.
   */
  public int nextInt(int bound) {
    return (int) (((nextLong() >>> 32) * bound) >>> 32);
  }

  /** Returns a number from {@code low} to {@code high}, both included. */
  public int between(int low, int high) {
    return low + nextInt(high - low + 1);
  }

  /** Returns the bits of {@code value} well mixed; a bijection, also good for hashing. */
  static long mix(long value) {
    long z = value;
    z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
    z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
    return z ^ (z >>> 31);
  }

  long state() {
    return state;
  }
}
