package dev.jitterlab.battle.server.control;

/**
 * Takes the results of battles before anybody is told that they are over: what a player has heard
 * of is not lost. Thread-safe.
 */
public interface ResultKeeper {
  /**
   * Keeps a result.
   *
   * @param kept is run, on a thread of the keeper's, once the result is as safe as it gets
   */
  void keep(BattleReport report, Runnable kept);

  /** Returns why no more battles should begin; null while there is room for their results. */
  String refusal();
}
