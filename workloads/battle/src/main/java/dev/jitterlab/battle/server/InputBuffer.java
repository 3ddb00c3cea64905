package dev.jitterlab.battle.server;

import dev.jitterlab.battle.protocol.ClientPacket;
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

  /** Receives what is drained; see {@link ClientPacket} for the ranges. */
  @FunctionalInterface
  interface Receiver {
    /** Receives an input, and when it arrived by the server's clock. */
    void input(int moveX, int moveY, int aim, int buttons, int seen, int at, long receivedNs);
  }

  private static final int WORDS = 3;

  private final AtomicLongArray slots = new AtomicLongArray(WORDS * CAPACITY);
  private final AtomicInteger offered = new AtomicInteger();
  private final AtomicInteger drained = new AtomicInteger();

  /** Adds an input; returns false when the buffer is full. */
  boolean offer(int moveX, int moveY, int aim, int buttons, int seen, int at, long receivedNs) {
    int next = offered.get();
    if (next - drained.get() == CAPACITY) {
      return false;
    }
    int slot = (next & (CAPACITY - 1)) * WORDS;
    slots.setPlain(slot, (moveX & 0xFFL) << 32 | (moveY & 0xFFL) << 24 | (long) aim << 8 | buttons);
    slots.setPlain(slot + 1, (long) seen << 16 | at);
    slots.setPlain(slot + 2, receivedNs);
    offered.setRelease(next + 1);
    return true;
  }

  /** Hands out everything that arrived. */
  void drainTo(Receiver receiver) {
    int end = offered.getAcquire();
    int next = drained.get();
    for (; next != end; next++) {
      int slot = (next & (CAPACITY - 1)) * WORDS;
      long packed = slots.getPlain(slot);
      long claim = slots.getPlain(slot + 1);
      receiver.input(
          (byte) (packed >> 32),
          (byte) (packed >> 24),
          (int) (packed >> 8) & 0xFFFF,
          (int) packed & 0xFF,
          (int) (claim >> 16),
          (int) claim & 0xFFFF,
          slots.getPlain(slot + 2));
    }
    drained.setRelease(next);
  }
}
