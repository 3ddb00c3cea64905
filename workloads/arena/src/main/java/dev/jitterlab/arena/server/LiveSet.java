package dev.jitterlab.arena.server;

import dev.jitterlab.tick.Tick;
import dev.jitterlab.tick.TickListener;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Work for the garbage collector, as a larger game would make it: a set of small objects that stay
 * alive, and garbage with every update, of which one object in sixteen replaces a live one.
 * Thread-safe.
 */
final class LiveSet implements TickListener {
  private static final int OBJECT_BYTES = 112;
  private static final int OBJECT_WITH_HEADER_BYTES = 128;
  private static final int ONE_IN = 16;
  private static final int SHELF = 1 << 16;

  private final TickListener next;
  private final byte[][][] shelves;
  private final int objects;
  private final int perUpdate;

  /**
   * Fills the heap.
   *
   * @param mebibytes that stay alive
   * @param garbageKibibytes with each update
   * @param next is told of each update, before the garbage is made
   */
  LiveSet(int mebibytes, int garbageKibibytes, TickListener next) {
    this.next = next;
    objects = (int) ((long) mebibytes * (1 << 20) / OBJECT_WITH_HEADER_BYTES);
    perUpdate = garbageKibibytes * 1_024 / OBJECT_WITH_HEADER_BYTES;
    shelves = new byte[objects / SHELF + 1][][];
    for (int i = 0; i < shelves.length; i++) {
      shelves[i] = new byte[Math.min(SHELF, Math.max(1, objects - i * SHELF))][];
      for (int j = 0; j < shelves[i].length; j++) {
        shelves[i][j] = new byte[OBJECT_BYTES];
      }
    }
  }

  @Override
  public void onTick(Tick tick) {
    next.onTick(tick);
    ThreadLocalRandom random = ThreadLocalRandom.current();
    for (int i = 0; i < perUpdate; i++) {
      byte[] made = new byte[OBJECT_BYTES];
      made[0] = (byte) i;
      if (i % ONE_IN == 0) {
        byte[][] shelf = shelves[random.nextInt(shelves.length)];
        shelf[random.nextInt(shelf.length)] = made; // two at once: one of them is garbage then
      }
    }
  }
}
