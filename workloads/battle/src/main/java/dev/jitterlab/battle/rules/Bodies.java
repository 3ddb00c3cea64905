package dev.jitterlab.battle.rules;

/**
 * Circles that move on the map, as arrays by number: fixed-point positions, and velocities per
 * tick. Written by the battle only; read it on the thread that steps the battle.
 */
public abstract class Bodies {
  private final BattleRules rules;
  final int[] x;
  final int[] y;
  final int[] velocityX;
  final int[] velocityY;

  Bodies(BattleRules rules, int capacity) {
    this.rules = rules;
    this.x = new int[capacity];
    this.y = new int[capacity];
    this.velocityX = new int[capacity];
    this.velocityY = new int[capacity];
  }

  /** Returns the x of a body's centre, in units. */
  public int x(int body) {
    return Fixed.toUnits(x[body]);
  }

  /** Returns the y of a body's centre, in units. */
  public int y(int body) {
    return Fixed.toUnits(y[body]);
  }

  /** Returns the velocity along x, in units per second. */
  public int velocityX(int body) {
    return rules.perSecond(velocityX[body]);
  }

  /** Returns the velocity along y, in units per second. */
  public int velocityY(int body) {
    return rules.perSecond(velocityY[body]);
  }

  void place(int body, int atX, int atY) {
    x[body] = atX;
    y[body] = atY;
    velocityX[body] = 0;
    velocityY[body] = 0;
  }

  /** Changes a velocity, within the given limit along each axis. */
  void accelerate(int body, int byX, int byY, int limit) {
    velocityX[body] = Fixed.clamp(velocityX[body] + byX, -limit, limit);
    velocityY[body] = Fixed.clamp(velocityY[body] + byY, -limit, limit);
  }

  /** Moves by the velocity, in steps of at most half the radius, around what is in the way. */
  final void move(Arena arena, int body, int radius) {
    int steps = Fixed.length(velocityX[body], velocityY[body]) / (radius / 2) + 1;
    for (int i = 0; i < steps; i++) {
      x[body] += velocityX[body] * (i + 1) / steps - velocityX[body] * i / steps;
      y[body] += velocityY[body] * (i + 1) / steps - velocityY[body] * i / steps;
      arena.pushOut(this, body, radius);
    }
  }

  final long hashBody(long hash, int body) {
    long result = DeterministicRandom.mix(hash ^ ((long) x[body] << 32 | y[body]));
    return DeterministicRandom.mix(result ^ ((long) velocityX[body] << 32 ^ velocityY[body]));
  }
}
