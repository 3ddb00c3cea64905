package dev.jitterlab.battle.server;

/** What is done about a battle that is over before its players are told. Event loop only. */
@FunctionalInterface
interface Epilogue {
  /** Nothing: a server without a cluster keeps no results. */
  Epilogue NONE = (battle, then) -> then.run();

  /**
   * Is called once a battle.
   *
   * @param then tells the players; to be run on the event loop, now or later
   */
  void onOver(RunningBattle battle, Runnable then);
}
