package dev.jitterlab.battle.rules;

/**
 * A square map with rectangular obstacles and places for health packs, made from its number alone:
 * server and client build the same one, so it never travels. Immutable and thread-safe.
 *
 * <p>The map is a grid of cells with one obstacle in each. A margin around every cell keeps
 * obstacles apart from each other and from the walls by more than a fighter's width, so nobody can
 * be wedged in, and the corners of the cells are always free. Lengths are in map units, except
 * where a method says fixed-point.
 */
public final class Arena {
  /** The map's width and height in units; coordinates go from 0 to this. */
  public static final int SIZE = 40_000;

  /** How many arenas there are, numbered from 0. */
  public static final int COUNT = 256;

  /** How many places for health packs each arena has. */
  public static final int PACKS = 8;

  private static final int CELLS = 4;

  /** How many obstacles each arena has, numbered from 0. */
  public static final int OBSTACLES = CELLS * CELLS;

  private static final int CELL = SIZE / CELLS;
  private static final int MARGIN = 1_600;
  private static final int MIN_OBSTACLE = 1_500;
  private static final int MAX_OBSTACLE = 4_500;

  private final int number;
  private final int[] left = new int[OBSTACLES];
  private final int[] bottom = new int[OBSTACLES];
  private final int[] right = new int[OBSTACLES];
  private final int[] top = new int[OBSTACLES];

  /** Makes the arena of that number, from 0 to {@link #COUNT} − 1. */
  public Arena(int number) {
    if (number < 0 || number >= COUNT) {
      throw new IllegalArgumentException("arenas have the numbers 0 to 255, not " + number);
    }
    this.number = number;
    DeterministicRandom random = new DeterministicRandom(number);
    for (int i = 0; i < left.length; i++) {
      int width = random.between(MIN_OBSTACLE, MAX_OBSTACLE);
      int height = random.between(MIN_OBSTACLE, MAX_OBSTACLE);
      int x = i % CELLS * CELL + random.between(MARGIN, CELL - MARGIN - width);
      int y = i / CELLS * CELL + random.between(MARGIN, CELL - MARGIN - height);
      left[i] = Fixed.ofUnits(x);
      bottom[i] = Fixed.ofUnits(y);
      right[i] = Fixed.ofUnits(x + width);
      top[i] = Fixed.ofUnits(y + height);
    }
  }

  /** Returns the arena's number. */
  public int number() {
    return number;
  }

  /** Returns the least x of an obstacle. */
  public int left(int obstacle) {
    return Fixed.toUnits(left[obstacle]);
  }

  /** Returns the least y of an obstacle. */
  public int bottom(int obstacle) {
    return Fixed.toUnits(bottom[obstacle]);
  }

  /** Returns the greatest x of an obstacle. */
  public int right(int obstacle) {
    return Fixed.toUnits(right[obstacle]);
  }

  /** Returns the greatest y of an obstacle. */
  public int top(int obstacle) {
    return Fixed.toUnits(top[obstacle]);
  }

  /** Returns the x of a health pack's place. */
  public int packX(int pack) {
    return (corner(pack) % (CELLS - 1) + 1) * CELL;
  }

  /** Returns the y of a health pack's place. */
  public int packY(int pack) {
    return (corner(pack) / (CELLS - 1) + 1) * CELL;
  }

  /** The packs lie on the inner corners of the cells, all but the middle one. */
  private static int corner(int pack) {
    return pack < PACKS / 2 ? pack : pack + 1;
  }

  /** Returns whether the straight line between two points meets no obstacle. */
  public boolean hasLineOfSight(int fromX, int fromY, int toX, int toY) {
    return seesFixed(
        Fixed.ofUnits(fromX), Fixed.ofUnits(fromY), Fixed.ofUnits(toX), Fixed.ofUnits(toY));
  }

  /**
   * {@link #hasLineOfSight} in fixed-point. Separating axes: a segment misses a rectangle when
   * their shadows on the x axis, on the y axis or on the segment's normal are apart.
   */
  boolean seesFixed(int fromX, int fromY, int toX, int toY) {
    int dx = toX - fromX;
    int dy = toY - fromY;
    for (int i = 0; i < left.length; i++) {
      if (Math.max(fromX, toX) < left[i]
          || Math.min(fromX, toX) > right[i]
          || Math.max(fromY, toY) < bottom[i]
          || Math.min(fromY, toY) > top[i]) {
        continue;
      }
      long midX = (long) fromX + toX - left[i] - right[i];
      long midY = (long) fromY + toY - bottom[i] - top[i];
      long reach =
          (right[i] - left[i]) * (long) Math.abs(dy) + (top[i] - bottom[i]) * (long) Math.abs(dx);
      if (Math.abs(midX * dy - midY * dx) <= reach) {
        return false;
      }
    }
    return true;
  }

  /** Returns whether the point (fixed-point) is outside the map or inside an obstacle. */
  boolean blocks(int x, int y) {
    int size = Fixed.ofUnits(SIZE);
    return x < 0 || y < 0 || x > size || y > size || obstacleAt(x, y) >= 0;
  }

  private int obstacleAt(int x, int y) {
    for (int i = 0; i < left.length; i++) {
      if (x > left[i] && x < right[i] && y > bottom[i] && y < top[i]) {
        return i;
      }
    }
    return -1;
  }

  /** Returns whether a circle (fixed-point) touches neither wall nor obstacle. */
  boolean isFree(int x, int y, int radius) {
    int size = Fixed.ofUnits(SIZE);
    if (x < radius || y < radius || x > size - radius || y > size - radius) {
      return false;
    }
    for (int i = 0; i < left.length; i++) {
      int dx = x - Fixed.clamp(x, left[i], right[i]);
      int dy = y - Fixed.clamp(y, bottom[i], top[i]);
      if (Fixed.squared(dx, dy) < (long) radius * radius) {
        return false;
      }
    }
    return true;
  }

  /** Moves a body that touches obstacles or walls the shortest way out of them. */
  void pushOut(Bodies bodies, int body, int radius) {
    for (int i = 0; i < left.length; i++) {
      int x = bodies.x[body];
      int y = bodies.y[body];
      int nearX = Fixed.clamp(x, left[i], right[i]);
      int nearY = Fixed.clamp(y, bottom[i], top[i]);
      int dx = x - nearX;
      int dy = y - nearY;
      long distanceSquared = Fixed.squared(dx, dy);
      if (distanceSquared >= (long) radius * radius) {
        continue;
      }
      if (distanceSquared == 0) {
        leaveThroughNearestSide(bodies, body, i, radius);
      } else {
        int distance = Fixed.length(dx, dy);
        // One more than the radius, so that rounding leaves the circle outside.
        bodies.x[body] = nearX + (int) ((long) dx * (radius + 1) / distance);
        bodies.y[body] = nearY + (int) ((long) dy * (radius + 1) / distance);
      }
    }
    int size = Fixed.ofUnits(SIZE);
    bodies.x[body] = Fixed.clamp(bodies.x[body], radius, size - radius);
    bodies.y[body] = Fixed.clamp(bodies.y[body], radius, size - radius);
  }

  private void leaveThroughNearestSide(Bodies bodies, int body, int i, int radius) {
    int x = bodies.x[body];
    int y = bodies.y[body];
    int toLeft = x - left[i];
    int toRight = right[i] - x;
    int toBottom = y - bottom[i];
    int toTop = top[i] - y;
    int shortest = Math.min(Math.min(toLeft, toRight), Math.min(toBottom, toTop));
    if (shortest == toLeft) {
      bodies.x[body] = left[i] - radius;
    } else if (shortest == toRight) {
      bodies.x[body] = right[i] + radius;
    } else if (shortest == toBottom) {
      bodies.y[body] = bottom[i] - radius;
    } else {
      bodies.y[body] = top[i] + radius;
    }
  }
}
