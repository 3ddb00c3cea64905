package dev.jitterlab.heap;

/** What is allocated in the JVM's heap, and what lives. For one thread until it is used. */
final class HeapShape {
  /** Of all tasks together. */
  long liveBytes;

  /** A second, of all tasks together, without the large objects. */
  double allocationBytesPerSecond;

  /** About the mean size of an object. */
  int objectBytes;

  /** The share of objects that replace a live one. */
  double kept;

  /** Which live one. */
  Order order;

  /** The size of a large object. */
  int largeBytes;

  /** How many of them are allocated a second. */
  double largePerSecond;

  /** What is kept of objects that were thrown away. */
  References references;

  /** Over which time the live set grows to its size; 0 for at once. */
  double rampSeconds;

  /** How many tasks there are. */
  int tasks;

  /** How often each ticks. */
  double hz;

  /** Decides sizes and places. */
  long seed;

  /** How many objects a task keeps. */
  int slotsPerTask(ObjectLayout layout) {
    // Sizes are words that include the header, and each object has a slot.
    double mean = SizeMix.meanWords(objectBytes) * Long.BYTES + layout.referenceBytes();
    double least = Math.max(mean, layout.headerBytes());
    return Math.max(1, (int) Math.round(liveBytes / least / tasks));
  }

  double bytesPerTick() {
    return allocationBytesPerSecond / hz / tasks;
  }

  double largePerTick() {
    return largePerSecond / hz / tasks;
  }
}
