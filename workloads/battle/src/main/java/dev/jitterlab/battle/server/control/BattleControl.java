package dev.jitterlab.battle.server.control;

import java.util.List;

/** What the cluster may ask of a game server. Called on the game server's event loop only. */
public interface BattleControl {
  /**
   * Keeps seats for players, in this order; null if they are kept, else why not, in figures.
   *
   * @param mode of the game, or {@code any}
   * @throws IllegalArgumentException if there is no such mode
   */
  String reserve(long battle, String mode, List<Long> players);

  /** Gives the seats of a battle back that has not begun; false if there is none. */
  boolean cancel(long battle);

  /**
   * Makes new battles of that mix from now on.
   *
   * @throws IllegalArgumentException if it is none
   */
  void modeMix(String mix);

  /** Takes no more battles; those that are reserved or running are played to their end. */
  void drain();

  /** Returns how the server is. */
  ServerLoad load();

  /** Returns what is reserved and running. */
  List<BattleStatus> battles();

  /** Returns and forgets the battles that are over and were not returned before. */
  List<BattleReport> takeReports();

  /** Returns and forgets the players who were kicked and were not returned before. */
  List<Long> takeKicked();
}
