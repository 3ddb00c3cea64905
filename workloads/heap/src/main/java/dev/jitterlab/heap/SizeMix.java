package dev.jitterlab.heap;

/**
 * How large objects are, in words of eight bytes: most are small, as the paper found more than 99 %
 * of requests to be below 512 bytes. For one thread.
 */
final class SizeMix {
  private static final int LEAST = 3;
  private static final int SMALL = 64;

  /** The largest size but for the large ones. */
  private static final int MOST = 512;

  /** One of so many requests is above 512 bytes. */
  private static final int ONE_IN = 200;

  private final int mean;
  private final int largeWords;
  private final int largeOneIn;
  private long state;
  private boolean isLarge;

  /**
   * Takes the sizes.
   *
   * @param meanBytes about the mean of the small ones, from 24 to 256
   * @param largeBytes of the large ones
   * @param largeOneIn one of so many requests is large; 0 for none
   */
  SizeMix(int meanBytes, int largeBytes, int largeOneIn, long seed) {
    this.mean = meanBytes / Long.BYTES;
    this.largeWords = largeBytes / Long.BYTES;
    this.largeOneIn = largeOneIn;
    this.state = (seed * 0x9E37_79B9_7F4A_7C15L) | 1;
  }

  /** From 0 to below the bound: Marsaglia's xorshift64. */
  int random(int bound) {
    state ^= state << 13;
    state ^= state >>> 7;
    state ^= state << 17;
    return (int) ((state >>> 33) % bound);
  }

  /** The next size. */
  int words() {
    isLarge = largeOneIn > 0 && random(largeOneIn) == 0;
    if (isLarge) {
      return largeWords;
    }
    if (random(ONE_IN) == 0) {
      return SMALL + 1 + random(MOST - SMALL);
    }
    return Math.min(SMALL, LEAST + random(Math.max(1, 2 * (mean - LEAST) + 1)));
  }

  /** Returns whether the last size was that of a large object. */
  boolean isLarge() {
    return isLarge;
  }

  /** The mean of many sizes without the large ones, in words. */
  static double meanWords(int meanBytes) {
    SizeMix mix = new SizeMix(meanBytes, 0, 0, 1);
    long sum = 0;
    int many = 1 << 16;
    for (int i = 0; i < many; i++) {
      sum += mix.words();
    }
    return (double) sum / many;
  }
}
