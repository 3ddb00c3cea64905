package dev.jitterlab.battle.session;

/**
 * A token bucket that holds one second's worth: that many packets a second, and as many at once
 * after a pause. Not thread-safe.
 */
public final class RateLimit {
  private static final long SECOND_NS = 1_000_000_000L;

  private final long costNs;
  private long savedNs = SECOND_NS;
  private long lastNs;

  /** Starts with a full bucket. */
  public RateLimit(int perSecond, long nowNs) {
    this.costNs = SECOND_NS / perSecond;
    this.lastNs = nowNs;
  }

  /** Returns whether one more packet is within the limit, and counts it if so. */
  public boolean tryTake(long nowNs) {
    if (!has(1, nowNs)) {
      return false;
    }
    savedNs -= costNs;
    return true;
  }

  /** Returns whether so many more, at most a second's worth, are within the limit. */
  boolean has(int packets, long nowNs) {
    savedNs = Math.min(SECOND_NS, savedNs + (nowNs - lastNs));
    lastNs = nowNs;
    return savedNs >= packets * costNs;
  }
}
