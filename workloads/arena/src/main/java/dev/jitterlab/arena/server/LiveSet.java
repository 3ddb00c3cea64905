package dev.jitterlab.arena.server;

import dev.jitterlab.tick.Tick;
import dev.jitterlab.tick.TickListener;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.Collectors;

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
   * What the updates of a thread have made together: a single one may make too few to replace any.
   * Of each thread, since the threads of an update share nothing else either.
   */
  private final ThreadLocal<long[]> made = ThreadLocal.withInitial(() -> new long[1]);

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
    long[] all = made.get();
    long before = all[0];
    all[0] += perUpdate;
    for (int i = 0; i < perUpdate; i++) {
      byte[] object = new byte[OBJECT_BYTES];
      object[0] = (byte) i;
      if ((before + i) % ONE_IN == 0) {
        byte[][] shelf = shelves[random.nextInt(shelves.length)];
        shelf[random.nextInt(shelf.length)] = object; // two at once: one of them is garbage then
      }
    }
  }

  /** Returns what lives now. */
  List<byte[]> living() {
    return Arrays.stream(shelves).flatMap(Arrays::stream).collect(Collectors.toList());
  }
}
