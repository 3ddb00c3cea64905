package dev.jitterlab.battle.bot;

import dev.jitterlab.tick.input.SubTick;

/**
 * How fast a battle ticks as its states arrive, by which a player says when after the newest state
 * his input happened. A battle's rate is the server's choice and may differ by mode. Not
 * thread-safe.
 */
final class TickPace {
  private int firstTick;
  private long firstNs;
  private int latestTick;
  private long latestNs;

  /** Takes the first state of another battle. */
  void start(int tick, long nowNs) {
    firstTick = tick;
    firstNs = nowNs;
    arrived(tick, nowNs);
  }

  /** Takes a newer state of the same battle. */
  void arrived(int tick, long nowNs) {
    latestTick = tick;
    latestNs = nowNs;
  }

  /** Returns the tick of the newest state. */
  int latestTick() {
    return latestTick;
  }

  /**
   * Returns how long after the newest state that is, in 1/65,536 of a tick: less than a tick, and 0
   * while there was one state only.
   */
  int at(long nowNs) {
    int ticks = latestTick - firstTick;
    long sinceNs = Math.max(0, nowNs - latestNs);
    double periods = ticks < 1 ? 0 : (double) sinceNs * ticks / Math.max(1, latestNs - firstNs);
    return (int) Math.min(SubTick.FRACTIONS - 1, periods * SubTick.FRACTIONS);
  }
}
