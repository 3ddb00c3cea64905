package dev.jitterlab.arena.world;

import java.util.Arrays;

/**
 * What one update of a fighter has read of the others, kept until it ends. Only that fighter's
 * updates use it. It allocates only while the world grows.
 */
final class ReadsOfUpdate {
  private long[] positions = {};
  private long[] updates = {};

  /** Makes room for one read of each fighter. */
  void begin(int fighters) {
    if (positions.length < fighters) {
      int room = Math.max(fighters, 2 * positions.length);
      positions = Arrays.copyOf(positions, room);
      updates = Arrays.copyOf(updates, room);
    }
  }

  /** Keeps how often another one was updated. Before its position is read. */
  void reads(int place, Fighter other) {
    updates[place] = other.seenUpdates();
  }

  /** Keeps the position that was read. */
  void hasRead(int place, long position) {
    positions[place] = position;
  }

  /**
   * Compares what was read with what is now.
   *
   * @param all the fighters that were read, each at the place of its read
   * @param self whose update it is; what it has read of itself does not count
   */
  void end(Fighter[] all, Fighter self, ReadErrors errors) {
    int same = 0;
    int once = 0;
    int oftener = 0;
    double units = 0;
    for (int i = 0; i < all.length; i++) {
      Fighter other = all[i];
      if (other != self) {
        long steps = other.seenUpdates() - updates[i];
        same += steps == 0 ? 1 : 0;
        once += steps == 1 ? 1 : 0;
        oftener += steps > 1 ? 1 : 0;
        units += Positions.distance(positions[i], other.position());
      }
    }
    errors.add(same, once, oftener, units);
  }
}
