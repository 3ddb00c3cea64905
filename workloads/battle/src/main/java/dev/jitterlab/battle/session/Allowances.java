package dev.jitterlab.battle.session;

import java.util.HashMap;
import java.util.Map;

/**
 * The {@link Allowance}s of the players who have, or had a short while ago, a session. Bounded. Not
 * thread-safe.
 */
public final class Allowances {
  private final int capacity;
  private final int packetsPerSecond;
  private final Map<Long, Allowance> byPlayer = new HashMap<>();

  /** Remembers at most that many players, each of whom may send so many packets a second. */
  public Allowances(int capacity, int packetsPerSecond) {
    this.capacity = capacity;
    this.packetsPerSecond = packetsPerSecond;
  }

  /** Returns whether there is no room for a player who has had no session for a while. */
  public boolean isFullFor(long playerId) {
    return byPlayer.size() >= capacity && !byPlayer.containsKey(playerId);
  }

  /** Returns whether the player has, or had a short while ago, a session. */
  public boolean isKnown(long playerId) {
    return byPlayer.containsKey(playerId);
  }

  /** Returns what the player may do. */
  public Allowance of(long playerId, long nowNs) {
    return byPlayer.computeIfAbsent(playerId, first -> new Allowance(packetsPerSecond, nowNs));
  }

  /** Forgets the players of whom nothing need be remembered. */
  public void forgetOld(long nowNs) {
    byPlayer.values().removeIf(allowance -> allowance.isOld(nowNs));
  }
}
