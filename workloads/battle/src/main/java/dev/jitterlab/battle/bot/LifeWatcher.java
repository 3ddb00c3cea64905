package dev.jitterlab.battle.bot;

/** Who wants to know how a life in the cluster goes on. Called on the timeline. */
interface LifeWatcher {
  /** Nobody. */
  LifeWatcher NOBODY = new LifeWatcher() {};

  /** The life is in another state. */
  default void became(LifeState state) {}

  /** A request to the cluster failed; it is made again. */
  default void failed(String why) {}
}
