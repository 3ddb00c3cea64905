package dev.jitterlab.heap.rebuilt;

/** Where a search of a list of chunks begins. */
public enum ChunkOrder {
  /** At the lowest address. */
  ADDRESS,
  /** At the chunk that was freed last: after a sweep, that is the highest address. */
  NEWEST
}
