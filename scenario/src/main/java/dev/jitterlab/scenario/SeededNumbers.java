package dev.jitterlab.scenario;

/**
 * Random numbers that can begin anew at any seed without an allocation: SplitMix64 (Steele, Lea,
 * Flood: "Fast splittable pseudorandom number generators", 2014). Not thread-safe.
 */
final class SeededNumbers {
  private static final long GOLDEN = 0x9e3779b97f4a7c15L;

  private long state;

  /** Begins anew: the same three numbers are the same sequence. */
  void begin(long seed, long first, long second) {
    state = mixed(mixed(mixed(seed + GOLDEN) ^ (first + GOLDEN)) ^ (second * GOLDEN + 1));
  }

  /** Returns the next number, from 0 to below 1. */
  double nextPart() {
    state += GOLDEN;
    return (mixed(state) >>> 11) * 0x1.0p-53;
  }

  private static long mixed(long bits) {
    long mixed = (bits ^ (bits >>> 30)) * 0xbf58476d1ce4e5b9L;
    mixed = (mixed ^ (mixed >>> 27)) * 0x94d049bb133111ebL;
    return mixed ^ (mixed >>> 31);
  }
}
