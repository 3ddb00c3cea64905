package dev.jitterlab.battle.cluster.results;

import dev.jitterlab.battle.session.RateLimit;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * How many kicks of a battle server are believed: so that one that was broken into bans a few
 * players and not all. Event loop only.
 */
final class KickLimits {
  static final int AT_ONCE = 20;
  static final long PERIOD_NS = 6_000_000_000L;
  private static final int SERVERS = 1_000;

  private final Map<String, RateLimit> byServer = new LinkedHashMap<>(16, 0.75F, true);

  /** Returns whether one more kick of that server is believed, and counts it if so. */
  boolean tryKick(String server, long nowNs) {
    RateLimit limit = byServer.get(server);
    if (limit == null) {
      if (byServer.size() == SERVERS) {
        byServer.remove(byServer.keySet().iterator().next()); // least recently used
      }
      limit = new RateLimit(PERIOD_NS, AT_ONCE, nowNs);
      byServer.put(server, limit);
    }
    return limit.tryTake(nowNs);
  }
}
