package dev.jitterlab.heap.rebuilt;

/** In which order a search looks at the chunks of a list. */
public enum ChunkOrder {
  /** By address: requests that follow one another get places near each other. */
  ADDRESS,
  /** In an order drawn at each sweep: requests go all over the heap. */
  SCATTERED
}
