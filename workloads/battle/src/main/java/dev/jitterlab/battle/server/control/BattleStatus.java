package dev.jitterlab.battle.server.control;

/** A battle that is reserved or running. Immutable. */
public final class BattleStatus {
  final long battle;
  final int number;
  final String mode;
  final int players;
  final int present;

  /**
   * Creates a status.
   *
   * @param battle the cluster's number of it
   * @param number the server's own, which is in its packets; 0 before it runs
   * @param players how many have a seat
   * @param present how many are there
   */
  public BattleStatus(long battle, int number, String mode, int players, int present) {
    this.battle = battle;
    this.number = number;
    this.mode = mode;
    this.players = players;
    this.present = present;
  }
}
