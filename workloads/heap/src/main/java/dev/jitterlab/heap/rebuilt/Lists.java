package dev.jitterlab.heap.rebuilt;

/** How free chunks are kept. */
public enum Lists {
  /**
   * In one list, in the order of their addresses; each request searches it for a chunk that fits.
   */
  ONE,
  /**
   * A list for each size up to 512 bytes and one of all larger chunks, which a refill of a
   * thread-local heap has to search.
   */
  BY_SIZE,
  /** The same, and a list of chunks that are as large as a thread-local heap. */
  EXACT,
  /**
   * One list by address without small chunks; a thread-local heap takes the first chunk, whatever
   * its size: up to the wanted one as it is, up to twice that in two halves.
   */
  VARIABLE
}
