package dev.jitterlab.battle.session;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A rate limit for each name. Bounded: beyond the capacity, the name that was not used for longest
 * has a full limit again. Only for names that nobody can make up at will, or that many would be
 * forgotten for. Not thread-safe.
 */
public final class NamedLimits {
  private static final float LOAD_FACTOR = 0.75F;
  private static final int FIRST_SIZE = 16;

  private final int capacity;
  private final long periodNs;
  private final int atOnce;
  private final Map<String, RateLimit> byName =
      new LinkedHashMap<>(FIRST_SIZE, LOAD_FACTOR, true); // least recently used first

  /** Allows each name so many at once, and one more after each period. */
  public NamedLimits(int capacity, long periodNs, int atOnce) {
    this.capacity = capacity;
    this.periodNs = periodNs;
    this.atOnce = atOnce;
  }

  /** Returns whether one more is within the limit of that name, and counts it if so. */
  public boolean tryTake(String name, long nowNs) {
    RateLimit limit = byName.get(name);
    if (limit == null) {
      if (byName.size() == capacity) {
        byName.remove(byName.keySet().iterator().next());
      }
      limit = new RateLimit(periodNs, atOnce, nowNs);
      byName.put(name, limit);
    }
    return limit.tryTake(nowNs);
  }

  /** Takes the last one of that name back: it does not count after all. */
  public void giveBack(String name) {
    RateLimit limit = byName.get(name);
    if (limit != null) {
      limit.giveBack();
    }
  }
}
