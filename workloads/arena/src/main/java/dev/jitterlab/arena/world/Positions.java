package dev.jitterlab.arena.world;

/** A position as one number, so that whoever reads both coordinates gets them without an object. */
public final class Positions {
  private Positions() {}

  /** Returns the position of two coordinates. */
  public static long of(float x, float y) {
    return (long) Float.floatToRawIntBits(x) << Integer.SIZE
        | (Float.floatToRawIntBits(y) & 0xFFFF_FFFFL);
  }

  /** Returns how far to the right it is. */
  public static float x(long position) {
    return Float.intBitsToFloat((int) (position >>> Integer.SIZE));
  }

  /** Returns how far down it is. */
  public static float y(long position) {
    return Float.intBitsToFloat((int) position);
  }

  static float distance(long a, long b) {
    float dx = x(a) - x(b);
    float dy = y(a) - y(b);
    return (float) Math.sqrt(dx * dx + dy * dy);
  }
}
