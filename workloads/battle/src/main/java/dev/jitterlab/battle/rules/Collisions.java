package dev.jitterlab.battle.rules;

/** Circles that overlap. Both forms of the logic use it: it knows nothing of modes. */
final class Collisions {
  private Collisions() {}

  /** Moves the second body out of the first, which stays. Returns whether they overlapped. */
  static boolean pushAway(
      Arena arena, Bodies stays, int one, int oneRadius, Bodies gives, int other, int otherRadius) {
    int dx = gives.x[other] - stays.x[one];
    int dy = gives.y[other] - stays.y[one];
    int apart = oneRadius + otherRadius;
    if (Math.abs(dx) >= apart || Math.abs(dy) >= apart) {
      return false;
    }
    int distance = Fixed.length(dx, dy);
    if (distance >= apart) {
      return false;
    }
    int push = apart - distance;
    // Two on the same spot have no direction between them; any will do.
    gives.x[other] += distance == 0 ? push : (int) ((long) dx * push / distance);
    gives.y[other] += distance == 0 ? 0 : (int) ((long) dy * push / distance);
    arena.pushOut(gives, other, otherRadius);
    return true;
  }

  /**
   * Returns how fast the second body comes nearer to the first, per tick and fixed-point; 0 when it
   * does not.
   */
  static int closingSpeed(Bodies first, int one, Bodies second, int other) {
    int dx = second.x[other] - first.x[one];
    int dy = second.y[other] - first.y[one];
    long velocityX = (long) second.velocityX[other] - first.velocityX[one];
    long velocityY = (long) second.velocityY[other] - first.velocityY[one];
    int distance = Math.max(1, Fixed.length(dx, dy));
    return (int) Math.max(0, -(velocityX * dx + velocityY * dy) / distance);
  }

  /** Changes the second body's velocity by {@code speed} away from the first. */
  static void repel(Bodies first, int one, Bodies second, int other, int speed, int limit) {
    throwBack(first.x[one], first.y[one], second, other, speed, limit);
  }

  /** Changes a body's velocity by {@code speed} away from a point. */
  static void throwBack(int x, int y, Bodies bodies, int body, int speed, int limit) {
    int dx = bodies.x[body] - x;
    int dy = bodies.y[body] - y;
    int distance = Math.max(1, Fixed.length(dx, dy));
    bodies.accelerate(
        body, (int) ((long) dx * speed / distance), (int) ((long) dy * speed / distance), limit);
  }
}
