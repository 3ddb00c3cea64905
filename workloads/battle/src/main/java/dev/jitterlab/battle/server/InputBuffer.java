package dev.jitterlab.battle.server;

import dev.jitterlab.battle.rules.BattleInputs;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * The inputs of one player between arrival and the next tick (seed 1, section 3.2.3, input
 * buffering): a bounded ring that the event loop fills and the tick empties, without locks or
 * allocation. One thread at a time may offer, and one drain.
 */
final class InputBuffer {
  /** At 20 Hz and one input a tick, 0.8 seconds' worth: after a stall nothing is lost. */
  static final int CAPACITY = 16;

  private final AtomicLongArray slots = new AtomicLongArray(CAPACITY);
  private final AtomicInteger offered = new AtomicInteger();
  private final AtomicInteger drained = new AtomicInteger();

  /** Adds an input; returns false when the buffer is full. */
  boolean offer(int moveX, int moveY, int aim, int buttons) {
    int at = offered.get();
    if (at - drained.get() == CAPACITY) {
      return false;
    }
    long packed = (moveX & 0xFFL) << 32 | (moveY & 0xFFL) << 24 | (long) aim << 8 | buttons;
    slots.setPlain(at & (CAPACITY - 1), packed);
    offered.setRelease(at + 1);
    return true;
  }

  /** Moves everything that arrived into the inputs of the tick. */
  void drainTo(BattleInputs inputs, int player) {
    int end = offered.getAcquire();
    int at = drained.get();
    for (; at != end; at++) {
      long packed = slots.getPlain(at & (CAPACITY - 1));
      inputs.add(
          player,
          (byte) (packed >> 32),
          (byte) (packed >> 24),
          (int) (packed >> 8) & 0xFFFF,
          (int) packed & 0xFF);
    }
    drained.setRelease(at);
  }
}
