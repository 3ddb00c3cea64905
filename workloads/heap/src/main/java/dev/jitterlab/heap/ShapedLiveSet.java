package dev.jitterlab.heap;

/**
 * Objects that live until they are replaced, and their bytes by our own account: arrays of bytes
 * with a header of a known size, and the array of slots that holds them. For one thread, but for
 * the counters.
 */
final class ShapedLiveSet {
  private static final int WORD = 8;
  private static final int SLOT_BYTES = 4;

  private final byte[][] slots;
  private final int headerBytes;
  private volatile long bytes;
  private volatile int used;
  private int oldest;

  /**
   * Makes it empty.
   *
   * @param headerBytes of an array of bytes in this JVM
   */
  ShapedLiveSet(int slots, int headerBytes) {
    this.slots = new byte[slots][];
    this.headerBytes = headerBytes;
  }

  /** What an array of that length takes. */
  static long bytesOf(int length, int headerBytes) {
    return (headerBytes + (long) length + WORD - 1) / WORD * WORD;
  }

  /** Of the objects; the slots themselves are not counted. */
  long bytes() {
    return bytes;
  }

  /** Of the slots, with references of four bytes. */
  long slotBytes() {
    return (long) slots.length * SLOT_BYTES;
  }

  int size() {
    return used;
  }

  boolean isFull() {
    return used == slots.length;
  }

  @SuppressWarnings("NonAtomicVolatileUpdate") // one thread writes, others read
  void add(byte[] object) {
    slots[used] = object;
    bytes += bytesOf(object.length, headerBytes);
    used++;
  }

  /** Replaces one; returns the one that has died. */
  @SuppressWarnings("NonAtomicVolatileUpdate")
  byte[] replace(byte[] object, Order order, SizeMix random) {
    int slot = order == Order.RANDOM ? random.random(used) : oldest;
    oldest = (oldest + 1) % used;
    byte[] died = slots[slot];
    slots[slot] = object;
    bytes += bytesOf(object.length, headerBytes) - bytesOf(died.length, headerBytes);
    return died;
  }
}
