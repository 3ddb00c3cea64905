package dev.jitterlab.battle.session;

/** A token bucket: so many at once after a pause, and so many a second. Not thread-safe. */
public final class RateLimit {
  private static final long SECOND_NS = 1_000_000_000L;

  private final long costNs;
  private final long mostNs;
  private long savedNs;
  private long lastNs;

  /** Starts with a full bucket, which holds one second's worth. */
  public RateLimit(int perSecond, long nowNs) {
    this(SECOND_NS / perSecond, perSecond, nowNs);
  }

  /** Starts with a full bucket: so many at once, and one more after each period. */
  public RateLimit(long periodNs, int atOnce, long nowNs) {
    this.costNs = periodNs;
    this.mostNs = periodNs * atOnce;
    this.savedNs = mostNs;
    this.lastNs = nowNs;
  }

  /** Returns whether one more is within the limit, and counts it if so. */
  public boolean tryTake(long nowNs) {
    if (!has(1, nowNs)) {
      return false;
    }
    savedNs -= costNs;
    return true;
  }

  /** Takes the last one back: it does not count after all. */
  public void giveBack() {
    savedNs = Math.min(mostNs, savedNs + costNs);
  }

  /** Returns whether so many more, at most a full bucket, are within the limit. */
  public boolean has(int count, long nowNs) {
    savedNs = Math.min(mostNs, savedNs + (nowNs - lastNs));
    lastNs = nowNs;
    return savedNs >= count * costNs;
  }
}
