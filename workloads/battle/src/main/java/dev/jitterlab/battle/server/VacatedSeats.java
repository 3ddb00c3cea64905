package dev.jitterlab.battle.server;

import java.util.HashMap;
import java.util.Map;

/**
 * The places in running battles whose players have left or fallen silent, by player: who joins
 * again, from wherever, gets his place back. Bounded by the players of running battles. Event loop
 * only.
 */
final class VacatedSeats {
  private final Map<Long, PlayerSession> leavers = new HashMap<>();

  /** Keeps the place of a session that has left a battle. */
  void keep(PlayerSession leaver) {
    leavers.put(leaver.token.playerId(), leaver);
  }

  /**
   * Gives the place that the session's player left to it; false when there is none. Who comes with
   * a token for another battle has left that place for good: the others of the new battle wait for
   * him.
   */
  boolean give(PlayerSession session) {
    PlayerSession leaver = leavers.remove(session.token.playerId());
    if (leaver == null
        || leaver.token.battle() != session.token.battle()
        || !leaver.battle().letsReturn()) {
      return false;
    }
    session.enter(leaver.battle(), leaver.player());
    leaver.battle().rejoin(leaver.player(), session);
    return true;
  }

  /** Forgets the places in battles that are over. */
  void forgetEnded() {
    leavers.values().removeIf(leaver -> !leaver.isPlaying());
  }
}
