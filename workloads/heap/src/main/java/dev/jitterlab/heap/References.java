package dev.jitterlab.heap;

/** What stands between a live set and a part of its objects. */
enum References {
  /** Nothing. */
  NONE,
  /** A weak reference to each object that is thrown away, read again later. */
  WEAK,
  /** A soft reference to each object that is thrown away. */
  SOFT,
  /** A cleaner for each object that is thrown away, as a finalizer would be. */
  CLEANED
}
