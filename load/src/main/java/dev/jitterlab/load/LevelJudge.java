package dev.jitterlab.load;

/** Tells whether a server carried a level. Used by one thread. */
public interface LevelJudge {
  /** A level begins to be held: what was before does not count. */
  void begin();

  /**
   * Returns whether the plan has asked anything of the server since the level began to be held.
   * Until it has, nothing can be said about the level. What the server does must not matter here.
   */
  default boolean wasAsked() {
    return true;
  }

  /** Returns whether the level was carried, at the end of its hold. */
  boolean isCarried();

  /** Returns whether nothing waits any more of what came before. */
  default boolean isSettled() {
    return true;
  }
}
