package dev.jitterlab.battle.server.control;

/** How busy a game server is, for a heartbeat. Immutable. */
public final class ServerLoad {
  final double utilisation;
  final int players;
  final boolean admits;
  final boolean draining;
  final String reason;

  /**
   * Creates a load.
   *
   * @param utilisation share of the workers' time that ticks take
   * @param reason why it admits another battle or does not, in figures
   */
  public ServerLoad(
      double utilisation, int players, boolean admits, boolean draining, String reason) {
    this.utilisation = utilisation;
    this.players = players;
    this.admits = admits;
    this.draining = draining;
    this.reason = reason;
  }
}
