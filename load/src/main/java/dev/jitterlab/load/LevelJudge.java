package dev.jitterlab.load;

/** Tells whether a server carried a level. Used by one thread. */
public interface LevelJudge {
  /** A level begins to be held: what was before does not count. */
  void begin();

  /** Returns whether the level was carried, at the end of its hold. */
  boolean isCarried();

  /** Returns whether nothing waits any more of what came before. */
  default boolean isSettled() {
    return true;
  }
}
