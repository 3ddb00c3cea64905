package dev.jitterlab.heap.rebuilt;

/** How dead objects are found. */
public enum SweepWay {
  /** By walking from object to object, live and dead. */
  OBJECTS,
  /** By the zeros between the mark bits; what is smaller than a threshold is not looked at. */
  BITS
}
