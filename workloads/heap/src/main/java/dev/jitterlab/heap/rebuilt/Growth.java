package dev.jitterlab.heap.rebuilt;

/** When the heap grows, and by how much, after a collection. */
public enum Growth {
  /** It has its full size from the beginning. */
  NONE,
  /** To a share of free space. */
  FREE_SPACE,
  /** By a fixed share, when collecting takes too long beside the program. */
  GC_TIME
}
