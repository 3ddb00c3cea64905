package dev.jitterlab.heap;

/** What stands between a live set and a part of its objects. */
enum References {
  /** Nothing. */
  NONE,
  /** A weak reference to each object that is thrown away; each task keeps its last 4,096. */
  WEAK,
  /** A soft reference to each object that is thrown away; each task keeps its last 4,096. */
  SOFT,
  /** A cleaner for each object that is thrown away, as a finalizer would be. */
  CLEANED
}
