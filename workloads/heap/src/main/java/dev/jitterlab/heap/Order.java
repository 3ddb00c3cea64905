package dev.jitterlab.heap;

/** Which live object is replaced next. */
enum Order {
  /** The oldest: objects that were born together die together. */
  OLDEST,
  /** Any: the live set gets holes. */
  RANDOM
}
