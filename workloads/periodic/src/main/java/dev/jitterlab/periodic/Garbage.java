package dev.jitterlab.periodic;

/**
 * Allocates so many bytes at each tick, as servers do: small objects of mixed sizes, most of them
 * dead at once (the weak generational hypothesis), and one in {@value #SURVIVES_ONE_IN} kept until
 * {@value #SURVIVORS} others were, so that collections find something to copy.
 *
 * <p>One object serves one task.
 */
final class Garbage implements Runnable {
  static final int SURVIVORS = 1_024;
  static final int SURVIVES_ONE_IN = 16;

  /** What an array takes beside its elements, with compressed class pointers. */
  private static final int HEADER_BYTES = 16;

  /** With the header: mostly small, as the objects of most heaps. */
  private static final int[] SIZES_BYTES = {24, 32, 32, 40, 48, 64, 96, 256, 32, 24, 48, 1_024};

  private final int bytesPerTick;
  private final byte[][] survivors = new byte[SURVIVORS][];
  private int nextSurvivor;
  private int count;

  /** Where each object is published, or the compiler would not allocate it at all. */
  private byte[] latest = new byte[0];

  Garbage(int bytesPerTick) {
    this.bytesPerTick = bytesPerTick;
  }

  @Override
  public void run() {
    int left = bytesPerTick;
    while (left > 0) {
      int size = SIZES_BYTES[count % SIZES_BYTES.length];
      latest = new byte[Math.max(0, Math.min(size, left) - HEADER_BYTES)];
      if (count++ % SURVIVES_ONE_IN == 0) {
        survivors[nextSurvivor] = latest;
        nextSurvivor = (nextSurvivor + 1) % SURVIVORS;
      }
      if (count == SIZES_BYTES.length * SURVIVES_ONE_IN) {
        count = 0;
      }
      left -= size;
    }
  }

  /** Returns how many objects are alive by it. */
  int surviving() {
    int surviving = 0;
    for (byte[] survivor : survivors) {
      surviving += survivor == null ? 0 : 1;
    }
    return surviving;
  }
}
