package dev.jitterlab.battle.protocol;

import dev.jitterlab.battle.rules.Arena;
import dev.jitterlab.battle.rules.Bodies;

/**
 * Places and velocities of one kind of bodies in one tick, and which of them are in sight. Lengths
 * are map units, velocities units per second. Reused from packet to packet; not thread-safe.
 *
 * <p>A change is written as the difference to what the receiver predicts: that the velocity has
 * changed evenly since the baseline, and the body went where it led.
 */
public abstract class StateMotions {
  /** The step, in units per second, that velocities are rounded to. */
  static final int VELOCITY_STEP = 32;

  static final int PLACE_BITS = 16;
  static final int VELOCITY_BITS = 11;

  private static final int MAX_VELOCITY = (1 << (VELOCITY_BITS - 1)) - 1;
  private static final int VELOCITY_ORDER = 2;

  final short[] x;
  final short[] y;
  private final short[] velocityX;
  private final short[] velocityY;

  /** Bit i: the one with number i is in sight; what is known of the others means nothing. */
  int sight;

  StateMotions(int capacity) {
    this.x = new short[capacity];
    this.y = new short[capacity];
    this.velocityX = new short[capacity];
    this.velocityY = new short[capacity];
  }

  final void captureMotion(Bodies from, int i) {
    x[i] = (short) from.x(i);
    y[i] = (short) from.y(i);
    velocityX[i] = rounded(from.velocityX(i));
    velocityY[i] = rounded(from.velocityY(i));
  }

  private static short rounded(int unitsPerSecond) {
    int steps = Math.floorDiv(unitsPerSecond + VELOCITY_STEP / 2, VELOCITY_STEP);
    return (short) Math.max(-MAX_VELOCITY, Math.min(MAX_VELOCITY, steps));
  }

  final void putMotion(BitWriter out, int i) {
    out.put(x[i], PLACE_BITS);
    out.put(y[i], PLACE_BITS);
    out.put(velocityX[i], VELOCITY_BITS);
    out.put(velocityY[i], VELOCITY_BITS);
  }

  final void getMotion(BitReader in, int i) {
    x[i] = (short) in.getAtMost(PLACE_BITS, Arena.SIZE);
    y[i] = (short) in.getAtMost(PLACE_BITS, Arena.SIZE);
    velocityX[i] = velocity(in, signed(in.getInt(VELOCITY_BITS)));
    velocityY[i] = velocity(in, signed(in.getInt(VELOCITY_BITS)));
  }

  private static int signed(int bits) {
    int unused = Integer.SIZE - VELOCITY_BITS;
    return bits << unused >> unused;
  }

  private static short velocity(BitReader in, int steps) {
    return (short) in.inRange(steps, -MAX_VELOCITY, MAX_VELOCITY);
  }

  final boolean movesAsPredicted(StateMotions base, int i, Passage since) {
    return velocityX[i] == base.velocityX[i]
        && velocityY[i] == base.velocityY[i]
        && x(i) == since.predict(base.x(i), base.velocityX[i], velocityX[i])
        && y(i) == since.predict(base.y(i), base.velocityY[i], velocityY[i]);
  }

  final void putMotionChange(BitWriter out, StateMotions base, int i, Passage since) {
    int changeX = velocityX[i] - base.velocityX[i];
    int changeY = velocityY[i] - base.velocityY[i];
    out.putSigned(changeX, VELOCITY_ORDER);
    out.putSigned(changeY, secondOrder(changeX));
    int predictedX = since.predict(base.x(i), base.velocityX[i], velocityX[i]);
    int predictedY = since.predict(base.y(i), base.velocityY[i], velocityY[i]);
    out.putSigned(x(i) - predictedX, since.placeOrder(changeX, changeY));
    out.putSigned(y(i) - predictedY, since.placeOrder(changeX, changeY));
  }

  final void getMotionChange(BitReader in, StateMotions base, int i, Passage since) {
    int changeX = in.getSigned(VELOCITY_ORDER);
    int changeY = in.getSigned(secondOrder(changeX));
    velocityX[i] = velocity(in, base.velocityX[i] + changeX);
    velocityY[i] = velocity(in, base.velocityY[i] + changeY);
    int predictedX = since.predict(base.x(i), base.velocityX[i], velocityX[i]);
    int predictedY = since.predict(base.y(i), base.velocityY[i], velocityY[i]);
    int offX = in.getSigned(since.placeOrder(changeX, changeY));
    int offY = in.getSigned(since.placeOrder(changeX, changeY));
    x[i] = (short) in.inRange(predictedX + offX, 0, Arena.SIZE);
    y[i] = (short) in.inRange(predictedY + offY, 0, Arena.SIZE);
  }

  /** Who turns along one axis mostly turns along the other too. */
  private static int secondOrder(int firstChange) {
    int magnitude = Math.abs(firstChange);
    return magnitude == 0 ? 0 : magnitude < 16 ? 2 : 4;
  }

  final void predictMotion(StateMotions base, int i, Passage since) {
    velocityX[i] = base.velocityX[i];
    velocityY[i] = base.velocityY[i];
    x[i] = (short) since.predict(base.x(i), velocityX[i], velocityX[i]);
    y[i] = (short) since.predict(base.y(i), velocityY[i], velocityY[i]);
  }

  /** Returns where one was so many ticks ago, if its velocity was the same. */
  final int xBefore(int i, int ticks, int ticksPerSecond) {
    return x(i) - Math.floorDiv(velocityX(i) * ticks, ticksPerSecond);
  }

  /** Returns where one was so many ticks ago, if its velocity was the same. */
  final int yBefore(int i, int ticks, int ticksPerSecond) {
    return y(i) - Math.floorDiv(velocityY(i) * ticks, ticksPerSecond);
  }

  /** Returns whether one is in sight; nothing else is known of one that is not. */
  public final boolean isInSight(int body) {
    return (sight >> body & 1) != 0;
  }

  /** Returns the x of one. */
  public final int x(int body) {
    return x[body] & 0xFFFF;
  }

  /** Returns the y of one. */
  public final int y(int body) {
    return y[body] & 0xFFFF;
  }

  /** Returns the velocity along x, to the nearest 32 units per second. */
  public final int velocityX(int body) {
    return velocityX[body] * VELOCITY_STEP;
  }

  /** Returns the velocity along y, to the nearest 32 units per second. */
  public final int velocityY(int body) {
    return velocityY[body] * VELOCITY_STEP;
  }
}
