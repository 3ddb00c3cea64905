package dev.jitterlab.battle.rules;

/**
 * Angles in 1/65,536 of a turn, counter-clockwise from the x axis, and their sine and cosine as
 * integers. The tables come from {@link StrictMath}, whose results are the same everywhere.
 */
public final class Angles {
  /** One turn. */
  public static final int TURN = 1 << 16;

  /** What the sine and cosine are multiplied with. */
  public static final int ONE = 1 << 14;

  private static final int STEPS = 1 << 12;
  private static final int[] SINE = new int[STEPS];

  static {
    for (int i = 0; i < STEPS; i++) {
      SINE[i] = (int) StrictMath.round(StrictMath.sin(2 * StrictMath.PI * i / STEPS) * ONE);
    }
  }

  private Angles() {}

  /** Returns the sine of the angle, times {@link #ONE}. Any int is an angle. */
  public static int sin(int angle) {
    return SINE[(angle & (TURN - 1)) * STEPS / TURN];
  }

  /** Returns the cosine of the angle, times {@link #ONE}. */
  public static int cos(int angle) {
    return sin(angle + TURN / 4);
  }

  /** Returns the part of a length that a sine or cosine leaves. */
  static int along(int component, long length) {
    return (int) (component * length / ONE);
  }

  /** Returns the direction of the vector, from 0 to 65,535; 0 for the null vector. */
  public static int of(double x, double y) {
    return (int) StrictMath.round(StrictMath.atan2(y, x) / (2 * StrictMath.PI) * TURN) & (TURN - 1);
  }
}
