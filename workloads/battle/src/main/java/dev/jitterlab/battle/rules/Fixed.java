package dev.jitterlab.battle.rules;

/**
 * Fixed-point lengths: an int counts 1/256 of a map unit. Products are taken in long; the longest
 * distance squared is below 2⁴⁸.
 */
final class Fixed {
  static final int SHIFT = 8;

  private Fixed() {}

  static int ofUnits(int units) {
    return units << SHIFT;
  }

  static int toUnits(int fixed) {
    return fixed >> SHIFT;
  }

  /** Returns the length of the vector, rounded down; exact below 2⁵², and the same on every JDK. */
  static int length(int x, int y) {
    return (int) Math.sqrt((double) squared(x, y));
  }

  static long squared(int x, int y) {
    return (long) x * x + (long) y * y;
  }

  static int clamp(int value, int low, int high) {
    return Math.max(low, Math.min(high, value));
  }
}
