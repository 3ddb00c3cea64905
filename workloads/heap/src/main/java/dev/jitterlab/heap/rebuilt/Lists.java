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
  /**
   * Three lists of larger chunks instead of the one: as large as a thread-local heap, smaller, and
   * larger. If the first is empty, a chunk of the last is carved into up to 100 for it.
   */
  EXACT,
  /**
   * One list by address without small chunks; a thread-local heap takes the first chunk, whatever
   * its size: up to the wanted one as it is, up to twice that in two halves.
   */
  VARIABLE
}
