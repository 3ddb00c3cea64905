package dev.jitterlab.battle.server;

import dev.jitterlab.battle.session.ConnectToken;

/**
 * Who may play where: finds a battle for the players whose tokens were opened. The lobby of a
 * server that belongs to no cluster, or the reservations of one that does. Event loop only.
 */
interface Seats {
  /** Returns whether there is, or will be, a seat for that token. Keeps nothing. */
  boolean admits(ConnectToken token);

  /**
   * Returns whether a seat is kept for the session's player. Without one the session gives way to
   * others when the server is full.
   */
  default boolean keepsSeat(PlayerSession session) {
    return true;
  }

  /** Returns whether {@link #keepsSeat} is true of every session, so that nobody need ask. */
  default boolean keepsAllSeats() {
    return true;
  }

  /** Lets a player wait who has no battle; one who waits already keeps his place. */
  void enter(PlayerSession session, long nowNs);

  /** Lets him wait no longer. */
  void leave(PlayerSession session);

  /** Returns how many wait for the battle that the player waits for, for QUEUED. */
  int waiting(PlayerSession session);

  /** Returns how many that battle needs, for QUEUED. */
  int needed(PlayerSession session);

  /** Is told of a player who was kicked, wherever he was. */
  default void kicked(long playerId) {}

  /** Starts the battles that can start; called after each arrival and every 100 ms. */
  void startBattles(long nowNs);
}
