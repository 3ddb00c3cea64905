package dev.jitterlab.arena.world;

/** What runs the objects of a world: an execution model. Thread-safe. */
@FunctionalInterface
public interface Starter {
  /**
   * Runs the object from now on, until it says that it has ended.
   *
   * @param firstAfterNs when its first update is due, in nanoseconds from now, at least 1
   */
  void start(ActiveObject object, long firstAfterNs);
}
