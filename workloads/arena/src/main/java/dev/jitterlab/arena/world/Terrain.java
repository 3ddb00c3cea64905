package dev.jitterlab.arena.world;

import java.util.SplittableRandom;

/**
 * The paper's synthetic load: an array of heights that stands for the ground and static objects.
 * Each update squares a number of elements, which ones depends on the position; a random seed and
 * the sum, which becomes part of the fighter's state, keep the JIT compiler from removing it.
 * Immutable, hence thread-safe.
 */
public final class Terrain {
  private static final int SIDE = 1_024;
  private static final int MASK = SIDE * SIDE - 1;

  /** The ground of all arenas. */
  static final Terrain OF_THE_ARENA = new Terrain(42);

  private final float[] heights = new float[SIDE * SIDE];

  /** Makes a ground; the same for the same seed. */
  public Terrain(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    for (int i = 0; i < heights.length; i++) {
      heights[i] = (float) random.nextDouble();
    }
  }

  /** Processes that many elements around a position, and returns the sum of their squares. */
  public float squares(float x, float y, int elements, float seed) {
    float scale = SIDE / WorldRules.SIZE;
    int at = ((int) (y * scale)) * SIDE + ((int) (x * scale));
    float sum = seed;
    for (int i = 0; i < elements; i++) {
      float height = heights[(at + i) & MASK] + seed;
      sum += height * height;
    }
    return sum;
  }
}
