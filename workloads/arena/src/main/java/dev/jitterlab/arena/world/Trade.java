package dev.jitterlab.arena.world;

import java.util.concurrent.atomic.AtomicReference;

/**
 * A gem for a coin, between two fighters that are updated in parallel: the one change of state that
 * must be atomic (LEARS, section III.B). The seller puts the gem aside in its own update and sends
 * this as a letter. One compare-and-set decides: the buyer accepts or refuses, or the seller takes
 * the offer back. Each then changes its own goods only, by what was decided. Thread-safe.
 */
final class Trade extends Letter {
  /** What became of an offer. */
  enum State {
    OPEN,
    ACCEPTED,
    REFUSED,
    TAKEN_BACK
  }

  private final AtomicReference<State> state = new AtomicReference<>(State.OPEN);

  State state() {
    return state.get();
  }

  /** Decides it; false if it is decided already. */
  boolean decide(State decision) {
    return state.compareAndSet(State.OPEN, decision);
  }

  @Override
  void readBy(Fighter buyer) {
    if (!buyer.canPay()) {
      boolean unused = decide(State.REFUSED); // or it was taken back
    } else if (decide(State.ACCEPTED)) {
      buyer.pay();
    }
  }
}
