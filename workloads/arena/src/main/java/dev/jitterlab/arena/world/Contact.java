package dev.jitterlab.arena.world;

import java.util.concurrent.locks.Lock;

/**
 * How one fighter is reached by others, and reaches them: the difference between the twins, beside
 * who runs them. Methods that say "any thread" are called in the updates of other objects and by
 * the network.
 */
public abstract class Contact {
  final Fighter owner;

  Contact(Fighter owner) {
    this.owner = owner;
  }

  /** Takes in what the client says; false, and counted, if there is no room. Any thread. */
  public abstract boolean input(ClientInput input);

  /**
   * Says that an attack has hit the owner; false, and counted, if it could not be said. Any thread.
   */
  abstract boolean hit();

  /**
   * Says that an attack of the owner has hit others; false if it could not be said now. Any thread.
   */
  abstract boolean scored(int hits);

  /** Reads what has come in. The owner's update only. */
  abstract void receive();

  /** Returns whether something waits to be read. */
  abstract boolean hasUnread();

  /** Returns where the owner is. Any thread. */
  long position() {
    return owner.position();
  }

  /** Moves the owner. The owner's update only. */
  void moveTo(float x, float y) {
    owner.place(x, y);
  }

  /** Offers a gem for a coin. The owner's update only. */
  abstract void offerGemTo(Fighter buyer);

  /** Exchanges under the locks of both, taken in the order of the fighters' ids. */
  final void exchangeWith(Fighter buyer, Lock own, Lock others) {
    boolean isFirst = owner.id() < buyer.id();
    Lock first = isFirst ? own : others;
    Lock second = isFirst ? others : own;
    first.lock();
    second.lock();
    try {
      owner.exchangeWith(buyer);
    } finally {
      second.unlock();
      first.unlock();
    }
  }

  /** Ends trades that were decided, or that nobody decides. The owner's update only. */
  void settleTrades(boolean isLast) {}

  /** Returns how many gems were put aside for trades that are not settled. */
  int gemsOnOffer() {
    return 0;
  }

  /** Returns how many coins were paid and are not with the seller yet. */
  int coinsUnderWay() {
    return 0;
  }

  /** Returns how many messages were refused because there was no room. Any thread. */
  public abstract long refused();
}
