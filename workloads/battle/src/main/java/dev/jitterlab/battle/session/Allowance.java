package dev.jitterlab.battle.session;

/**
 * What one player may do, in whichever of his sessions: a new session brings neither a full limit
 * of packets nor a clean record. Not thread-safe.
 */
public final class Allowance {
  /** Sessions that a player may open one after another. */
  public static final int SESSIONS_AT_ONCE = 5;

  /** How long until he may open one more. */
  static final long SESSION_PERIOD_NS = 2_000_000_000L;

  /** Longer than sessions last in silence, offences count, and the limits need to be full again. */
  private static final long FORGOTTEN_AFTER_NS = 20_000_000_000L;

  private final RateLimit sessions;
  private final RateLimit packets;
  private final Penalties penalties = new Penalties();
  private long usedNs;

  /** Starts with everything allowed. */
  public Allowance(int packetsPerSecond, long nowNs) {
    this.sessions = new RateLimit(SESSION_PERIOD_NS, SESSIONS_AT_ONCE, nowNs);
    this.packets = new RateLimit(packetsPerSecond, nowNs);
    this.usedNs = nowNs;
  }

  /** Returns whether the player may open one more session, and counts it if so. */
  public boolean tryOpen(long nowNs) {
    usedNs = nowNs;
    return sessions.tryTake(nowNs);
  }

  /** Returns whether one more packet is within the limit, and counts it if so. */
  public boolean tryPacket(long nowNs) {
    usedNs = nowNs;
    return packets.tryTake(nowNs);
  }

  /** Returns the player's offences. */
  public Penalties penalties() {
    return penalties;
  }

  /** Returns whether nothing need be remembered any more. */
  boolean isOld(long nowNs) {
    return nowNs - usedNs > FORGOTTEN_AFTER_NS;
  }
}
