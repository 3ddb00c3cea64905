package dev.jitterlab.battle.server.control;

/** How busy a game server is, for a heartbeat. Immutable. */
public final class ServerLoad {
  /** As much of a reason as the allocator takes. */
  static final int LONGEST_REASON = 500;

  final double utilisation;
  final int players;
  final boolean admits;
  final boolean draining;
  final String reason;

  /**
   * Creates a load.
   *
   * @param utilisation share of the workers' time that ticks take
   * @param reason why it admits another battle or does not, in figures; a long one is cut
   */
  public ServerLoad(
      double utilisation, int players, boolean admits, boolean draining, String reason) {
    this.utilisation = utilisation;
    this.players = players;
    this.admits = admits;
    this.draining = draining;
    this.reason = cut(reason);
  }

  /** A file's name in a reason may be long. A heartbeat that is refused for it is not heard. */
  private static String cut(String reason) {
    if (reason.length() <= LONGEST_REASON) {
      return reason;
    }
    int end = LONGEST_REASON - 1;
    return reason.substring(0, Character.isHighSurrogate(reason.charAt(end - 1)) ? end - 1 : end)
        + "…";
  }
}
