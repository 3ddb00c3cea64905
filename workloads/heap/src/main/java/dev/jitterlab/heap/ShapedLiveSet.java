package dev.jitterlab.heap;

/**
 * Objects that live until they are replaced, and their bytes by our own account: arrays of bytes
 * with a header of a known size, and the array of slots that holds them. For one thread, but for
 * the counters.
 */
final class ShapedLiveSet {
  private final byte[][] slots;
  private final ObjectLayout layout;
  private volatile long bytes;
  private volatile int used;
  private int oldest;

  /** Makes it empty. */
  ShapedLiveSet(int slots, ObjectLayout layout) {
    this.slots = new byte[slots][];
    this.layout = layout;
  }

  /** Of the objects; the slots themselves are not counted. */
  long bytes() {
    return bytes;
  }

  /** Of the slots. */
  long slotBytes() {
    return (long) slots.length * layout.referenceBytes();
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
    bytes += layout.bytesOf(object.length);
    used++;
  }

  /** Replaces one; returns the one that has died. */
  @SuppressWarnings("NonAtomicVolatileUpdate")
  byte[] replace(byte[] object, Order order, SizeMix random) {
    int slot = order == Order.RANDOM ? random.random(used) : oldest;
    oldest = (oldest + 1) % used;
    byte[] died = slots[slot];
    slots[slot] = object;
    bytes += layout.bytesOf(object.length) - layout.bytesOf(died.length);
    return died;
  }
}
