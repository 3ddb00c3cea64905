package dev.jitterlab.lock;

/**
 * How long it is worth while to look at a held lock before waiting in its queue: about twice as
 * long as it took those who got it so. Whoever spins in vain halves that, until nobody spins; once
 * in a while one tries again. Threads may overwrite each other's figures: a lost one changes how
 * long somebody spins, never who gets the lock.
 */
final class Spinning {
  /** Some tens of microseconds: no more than what it costs to wait in the queue and wake up. */
  static final int MAX = 1 << 10;

  private static final int FIRST_LOOKS = 1 << 6;

  /** Of the threads that would not spin, one in so many tries. */
  private static final int RARELY = 1 << 6;

  // On one processor the holder cannot run while another spins.
  private static final boolean IN_VAIN = Runtime.getRuntime().availableProcessors() == 1;

  private int looks = FIRST_LOOKS;
  private int refused;

  Spinning() {
    this(0);
  }

  /** One in which so many did not spin so far; the count overflows at last. */
  Spinning(int refused) {
    this.refused = refused;
  }

  /** How often to look. */
  int begin() {
    if (IN_VAIN) {
      return 0;
    }
    int limit = looks;
    if (limit > 0) {
      return limit;
    }
    int before = refused;
    refused = before + 1;
    return Math.floorMod(before, RARELY) == RARELY - 1 ? FIRST_LOOKS : 0;
  }

  /** The lock was had after so many looks. */
  void succeeded(int after) {
    int wanted = Math.min(MAX, 2 * after + FIRST_LOOKS);
    int now = looks;
    int next = now + (wanted - now) / 8;
    if (next != now) {
      looks = next;
    }
  }

  /** So many looks were in vain. */
  void failed(int limit) {
    if (limit > 0 && looks > 0) {
      looks = looks < 8 ? 0 : looks / 2;
    }
  }
}
