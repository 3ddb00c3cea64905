package dev.jitterlab.arena.world;

/**
 * How one object influences another: a message that the receiver reads in its own update.
 * Immutable.
 */
abstract class Letter {
  /** Changes the receiver's state; is called in the receiver's own update. */
  abstract void readBy(Fighter receiver);

  /** An attack has hit the receiver. */
  static final class Hit extends Letter {
    static final Hit ONE = new Hit();

    @Override
    void readBy(Fighter receiver) {
      receiver.takeHit();
    }
  }

  /** An attack of the receiver has hit others. */
  static final class Scored extends Letter {
    private final int hits;

    Scored(int hits) {
      this.hits = hits;
    }

    @Override
    void readBy(Fighter receiver) {
      receiver.score(hits);
    }
  }
}
