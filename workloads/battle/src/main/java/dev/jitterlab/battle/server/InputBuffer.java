package dev.jitterlab.battle.server;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * The inputs of one player between arrival and the next tick (thesis, section 3.2.3, input
 * buffering): a bounded ring that the event loop fills and the tick empties, without locks or
 * allocation. One thread at a time may offer, and one drain.
 */
final class InputBuffer {
  /** At 20 Hz and one input a tick, 0.8 seconds' worth: after a stall nothing is lost. */
  static final int CAPACITY = 16;

  /** Takes the inputs out, oldest first. */
  @FunctionalInterface
  interface Sink {
    /**
     * Takes one input.
     *
     * @param input to be read with {@code PackedInput}
     * @param seen the tick that it refers to, 0 for none
     * @param receivedNs when it arrived
     */
    void take(int player, long input, int seen, long receivedNs);
  }

  /** Input, seen and time of arrival. */
  private static final int WORDS = 3;

  private final AtomicLongArray slots = new AtomicLongArray(CAPACITY * WORDS);
  private final AtomicInteger offered = new AtomicInteger();
  private final AtomicInteger drained = new AtomicInteger();
  private final AtomicInteger seen = new AtomicInteger();

  /** Adds an input; returns false when the buffer is full. */
  boolean offer(long input, int seenTick, long receivedNs) {
    int at = offered.get();
    if (at - drained.get() == CAPACITY) {
      return false;
    }
    int slot = (at & (CAPACITY - 1)) * WORDS;
    slots.setPlain(slot, input);
    slots.setPlain(slot + 1, seenTick);
    slots.setPlain(slot + 2, receivedNs);
    offered.setRelease(at + 1);
    return true;
  }

  /** Hands everything that arrived to the sink. */
  void drainTo(Sink sink, int player) {
    int end = offered.getAcquire();
    int at = drained.get();
    for (; at != end; at++) {
      int slot = (at & (CAPACITY - 1)) * WORDS;
      sink.take(
          player, slots.getPlain(slot), (int) slots.getPlain(slot + 1), slots.getPlain(slot + 2));
    }
    drained.setRelease(at);
  }

  /** Notes that the player has the state of that tick; one older than before says nothing. */
  void saw(int tick) {
    if (tick > seen.get()) {
      seen.set(tick);
    }
  }

  /** Begins anew: the seat has a client that has seen nothing. By who offers. */
  void forgetSeen() {
    seen.set(0);
  }

  /** Returns the newest tick that the player has the state of, 0 for none. For any thread. */
  int seen() {
    return seen.get();
  }
}
