package dev.jitterlab.battle.bot;

/** Who wants to know how a life in the cluster goes on. Called on the timeline. */
interface LifeWatcher {
  /** Nobody. */
  LifeWatcher NOBODY =
      new LifeWatcher() {
        @Override
        public void became(LifeState state) {
          // nobody looks
        }

        @Override
        public void failed(String why) {
          // it is tried again
        }
      };

  /** The life is in another state. */
  void became(LifeState state);

  /** A request to the cluster failed; it is made again. */
  void failed(String why);
}
