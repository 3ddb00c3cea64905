package dev.jitterlab.battle.server.control;

import java.util.LinkedHashMap;
import java.util.Map;

/** How a battle ended. Immutable. */
public final class BattleReport {
  final long battle;
  final boolean played;
  final String mode;
  final String ending;
  final double seconds;
  final Map<Long, Boolean> won;

  private BattleReport(
      long battle,
      boolean played,
      String mode,
      String ending,
      double seconds,
      Map<Long, Boolean> won) {
    this.battle = battle;
    this.played = played;
    this.mode = mode;
    this.ending = ending;
    this.seconds = seconds;
    this.won = new LinkedHashMap<>(won);
  }

  /**
   * A battle that was played to an end.
   *
   * @param won the players, and whether each has won
   */
  public static BattleReport played(
      long battle, String mode, String ending, double seconds, Map<Long, Boolean> won) {
    return new BattleReport(battle, true, mode, ending, seconds, won);
  }

  /** A battle that did not begin, or that an error ended: its players need another. */
  public static BattleReport failed(long battle) {
    return new BattleReport(battle, false, "", "", 0, Map.of());
  }
}
