package dev.jitterlab.battle.server;

import dev.jitterlab.battle.session.Allowance;
import dev.jitterlab.battle.session.Bans;
import dev.jitterlab.battle.session.Offence;
import dev.jitterlab.battle.session.Penalty;

/** What follows from offences: warnings, and the end of a player's session. Event loop only. */
final class Discipline {
  private final Sessions sessions;
  private final Seats seats;
  private final Bans bans;
  private final PacketWriter writer;
  private final ServerMetrics metrics;

  Discipline(
      Sessions sessions, Seats seats, Bans bans, PacketWriter writer, ServerMetrics metrics) {
    this.sessions = sessions;
    this.seats = seats;
    this.bans = bans;
    this.writer = writer;
    this.metrics = metrics;
  }

  /** Punishes the player of a session. */
  void punish(PlayerSession session, Offence offence, long nowNs) {
    punish(session.token.playerId(), session.allowance, offence, nowNs);
  }

  /** Punishes a player, who need not have a session. */
  void punish(long playerId, Allowance allowance, Offence offence, long nowNs) {
    Penalty penalty = allowance.penalties().on(offence, nowNs);
    metrics.penalty(penalty, offence);
    PlayerSession session = sessions.of(playerId);
    switch (penalty) {
      case DROP:
        return;
      case WARN:
        if (session != null) {
          writer.notice(session, session.notices.warn(offence, nowNs));
        }
        return;
      case KICK:
        bans.ban(playerId, nowNs);
        seats.kicked(playerId);
        if (session != null) {
          writer.notice(session, session.notices.end(offence, nowNs));
          sessions.kick(session, nowNs);
        }
        return;
    }
  }
}
