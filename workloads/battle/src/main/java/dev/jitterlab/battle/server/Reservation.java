package dev.jitterlab.battle.server;

import dev.jitterlab.battle.server.control.BattleReport;
import java.util.ArrayList;
import java.util.List;

/** Seats that are kept for the players of a battle, until it is over. Event loop only. */
final class Reservation {
  final long battle;
  final String mode;
  final List<Long> players;
  private final PlayerSession[] present;
  final long sinceNs;
  private RunningBattle running;
  private List<Integer> seatsTaken = List.of();
  private BattleReport report;

  Reservation(long battle, String mode, List<Long> players, long nowNs) {
    this.battle = battle;
    this.mode = mode;
    this.players = List.copyOf(players);
    this.present = new PlayerSession[players.size()];
    this.sinceNs = nowNs;
  }

  /** Whether that seat is that player's; once the battle runs, only if he was there. */
  boolean isFor(long player, int seat) {
    return seat < players.size()
        && players.get(seat) == player
        && (running == null || seatsTaken.contains(seat));
  }

  void enter(int seat, PlayerSession session) {
    present[seat] = session;
  }

  void leave(int seat, PlayerSession session) {
    if (present[seat] == session) {
      present[seat] = null;
    }
  }

  int presentCount() {
    return running == null ? present().size() : running.present();
  }

  /** Who is there, by seat. */
  List<PlayerSession> present() {
    List<PlayerSession> sessions = new ArrayList<>();
    for (PlayerSession session : present) {
      if (session != null) {
        sessions.add(session);
      }
    }
    return sessions;
  }

  /** The battle has begun with those who are there. */
  void runs(RunningBattle started) {
    running = started;
    seatsTaken = new ArrayList<>();
    for (int seat = 0; seat < present.length; seat++) {
      if (present[seat] != null) {
        seatsTaken.add(seat);
        present[seat] = null;
      }
    }
  }

  /** Returns the battle; null before it has begun. */
  RunningBattle running() {
    return running;
  }

  /** The battle is over, and its result is safe. */
  void settled(BattleReport how) {
    report = how;
  }

  /** Returns how the battle ended; null before its result is safe. */
  BattleReport report() {
    return report;
  }

  /** Returns the players who were there when it began, in the order of the battle's players. */
  List<Integer> seatsTaken() {
    return seatsTaken;
  }
}
