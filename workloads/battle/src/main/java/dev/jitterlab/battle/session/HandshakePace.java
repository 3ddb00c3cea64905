package dev.jitterlab.battle.session;

/**
 * When a client sends the packets of its handshake: the first at once, and while the answer is
 * missing again after a quarter, a half, one and two seconds, and every two from then on. A server
 * that is late thereby gets less to do and not more; every packet that it has yet to answer carries
 * the same nonce, so whichever it answers first is the answer to all. Not thread-safe.
 */
public final class HandshakePace {
  private static final long FIRST_PAUSE_NS = 250_000_000L;
  private static final long LONGEST_PAUSE_NS = 2_000_000_000L;

  private boolean begun;
  private long dueNs;
  private long pauseNs;

  /** Returns whether a packet is due, and counts it as sent if so. */
  public boolean tryTake(long nowNs) {
    if (begun && nowNs - dueNs < 0) {
      return false;
    }
    pauseNs = begun ? Math.min(2 * pauseNs, LONGEST_PAUSE_NS) : FIRST_PAUSE_NS;
    dueNs = nowNs + pauseNs;
    begun = true;
    return true;
  }

  /** Begins anew: the next packet is due at once, since the server has answered. */
  public void restart() {
    begun = false;
  }
}
