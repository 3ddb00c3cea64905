package dev.jitterlab.battle.session;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Players who were kicked and are refused for a while. Bounded: beyond 10,000 the one that was
 * kicked first may come back early. Not thread-safe.
 */
public final class Bans {
  /** How long a kicked player is refused. */
  public static final Duration DURATION = Duration.ofSeconds(60);

  static final int CAPACITY = 10_000;

  private final Map<Long, Long> untilNs = new LinkedHashMap<>(); // in the order of their ends

  /** Refuses a player from now on. */
  public void ban(long playerId, long nowNs) {
    untilNs.remove(playerId);
    if (untilNs.size() >= CAPACITY) {
      untilNs.remove(untilNs.keySet().iterator().next());
    }
    untilNs.put(playerId, nowNs + DURATION.toNanos());
  }

  /** Returns whether a player is to be refused. */
  public boolean isBanned(long playerId, long nowNs) {
    Long until = untilNs.get(playerId);
    return until != null && nowNs - until < 0;
  }

  /** Forgets the bans that are over. */
  public void forgetEnded(long nowNs) {
    untilNs.values().removeIf(until -> nowNs - until >= 0);
  }
}
