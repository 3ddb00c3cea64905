package dev.jitterlab.lock;

import java.util.function.LongSupplier;

/**
 * Chooses k from what handing over costs. While the lock is handed over to a waiter it is held by
 * nobody; that time is shared by the k + 1 acquisitions from one hand-over to the next. The choice
 * is the smallest k with which it is a tenth of the whole. For the holder of the lock only, which
 * is why it needs no lock of its own.
 */
final class BargeChoice {
  /** A hand-over may take a ninth of the time of the acquisitions that it is shared by. */
  private static final int WORTH = 9;

  /** Each new hand-over counts for an eighth: about eight of them change the choice. */
  private static final int WEIGHT = 8;

  private static final long NONE = Long.MIN_VALUE;

  private final int most;
  private final LongSupplier clock;

  private long lastTurnNs = NONE;
  private long handingOverNs = NONE;
  private long handOverNs;
  private long acquisitionNs;

  BargeChoice(int most, LongSupplier clock) {
    this.most = most;
    this.clock = clock;
  }

  /** The lock is about to be free for the longest waiter alone. */
  void handingOver() {
    handingOverNs = clock.getAsLong();
  }

  /** There is nobody to hand over to, or no more: this span says nothing of a hand-over. */
  void nobodyWaits() {
    handingOverNs = NONE;
    lastTurnNs = NONE;
  }

  /**
   * The longest waiter has it, or somebody while none waited.
   *
   * @param barges how many took it before, since the last such turn
   * @return k from now on
   */
  int takenInTurn(int barges) {
    if (handingOverNs == NONE) {
      lastTurnNs = NONE; // nobody was waited for
      return choice();
    }
    long now = clock.getAsLong();
    long handOver = Math.max(1, now - handingOverNs);
    if (lastTurnNs != NONE) {
      long acquisition = Math.max(1, (now - lastTurnNs - handOver) / (barges + 1));
      handOverNs = handOverNs == 0 ? handOver : mixed(handOverNs, handOver);
      acquisitionNs = acquisitionNs == 0 ? acquisition : mixed(acquisitionNs, acquisition);
    }
    handingOverNs = NONE;
    lastTurnNs = now;
    return choice();
  }

  private int choice() {
    if (acquisitionNs == 0) {
      return 1;
    }
    long acquisitions = Math.floorDiv(WORTH * handOverNs + acquisitionNs - 1, acquisitionNs);
    return (int) Math.min(most, Math.max(1, acquisitions - 1));
  }

  private static long mixed(long old, long one) {
    return Math.max(1, old + (one - old) / WEIGHT);
  }
}
