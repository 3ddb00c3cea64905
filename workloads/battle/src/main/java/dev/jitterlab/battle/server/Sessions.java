package dev.jitterlab.battle.server;

import java.net.InetSocketAddress;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * All sessions: one an address, and one a player. Opens them, finds them, finds their players a
 * battle, and closes them. Event loop only.
 */
final class Sessions {
  private final int maxPlayers;
  private final Seats seats;
  private final PacketWriter writer;
  private final ServerMetrics metrics;
  private final VacatedSeats vacated = new VacatedSeats();
  private final KickedSessions kicked = new KickedSessions();
  private final Map<InetSocketAddress, PlayerSession> byAddress = new HashMap<>();
  private final Map<Long, PlayerSession> byPlayer = new HashMap<>();

  Sessions(int maxPlayers, Seats seats, PacketWriter writer, ServerMetrics metrics) {
    this.maxPlayers = maxPlayers;
    this.seats = seats;
    this.writer = writer;
    this.metrics = metrics;
  }

  /** Returns the session at that address; null if there is none. */
  PlayerSession at(InetSocketAddress address) {
    return byAddress.get(address);
  }

  /** Returns the session of that player; null if there is none. */
  PlayerSession of(long playerId) {
    return byPlayer.get(playerId);
  }

  /** Returns the session of a player at that address who was kicked and may confirm it, or null. */
  PlayerSession kickedAt(InetSocketAddress address, long nowNs) {
    return kicked.at(address, nowNs);
  }

  /**
   * Returns whether somebody else has a session at that address: he keeps it, since only a player
   * himself ends his session by another.
   */
  boolean isTaken(InetSocketAddress address, long playerId) {
    PlayerSession there = byAddress.get(address);
    return there != null && there.token.playerId() != playerId;
  }

  /** Returns whether that player would be one too many. */
  boolean isFullFor(long playerId) {
    return byAddress.size() >= maxPlayers
        && !byPlayer.containsKey(playerId)
        && withoutSeat() == null;
  }

  /** Returns a session whose player has no seat any more; null if there is none. */
  private PlayerSession withoutSeat() {
    if (seats.keepsAllSeats()) {
      return null; // a full lobby would else walk all sessions for each player whom it refuses
    }
    for (PlayerSession session : byAddress.values()) {
      if (!seats.keepsSeat(session)) {
        return session;
      }
    }
    return null;
  }

  /** Opens a session at a free address, in the place of the one that its player had before. */
  void open(PlayerSession session, long nowNs) {
    PlayerSession before = byPlayer.get(session.token.playerId());
    boolean isHanded = before != null && before.handTo(session);
    if (before != null && !before.isClosed()) {
      close(before);
    } else if (byAddress.size() >= maxPlayers) {
      giveWay();
    }
    kicked.forget(session.address);
    byAddress.put(session.address, session);
    byPlayer.put(session.token.playerId(), session);
    if (isHanded) {
      metrics.placeHanded();
    } else if (vacated.give(session)) {
      metrics.playerReturned(); // the next state is the answer
    } else {
      enterQueue(session, nowNs);
    }
  }

  private void giveWay() {
    PlayerSession past = withoutSeat();
    if (past != null) {
      close(past);
    }
  }

  /** Does what a player asks for by JOIN. */
  void join(PlayerSession session, long nowNs) {
    if (!session.isPlaying()) {
      session.leaveBattle();
      enterQueue(session, nowNs);
    }
  }

  private void enterQueue(PlayerSession session, long nowNs) {
    seats.enter(session, nowNs);
    metrics.queued.inc();
    answerQueued(session);
    seats.startBattles(nowNs);
  }

  /** Says what a player without a battle waits for. */
  void answerQueued(PlayerSession session) {
    writer.queued(session, seats.waiting(session), seats.needed(session));
  }

  /** Ends a session; the place in a battle is kept for the player. */
  void close(PlayerSession session) {
    byAddress.remove(session.address, session);
    byPlayer.remove(session.token.playerId(), session);
    seats.leave(session);
    if (session.close()) {
      metrics.players.dec();
      vacated.keep(session);
    }
  }

  /** Ends a session by a kick, of which its player is told until he confirms it. */
  void kick(PlayerSession session, long nowNs) {
    close(session);
    kicked.add(session, nowNs);
  }

  /** The server ends: tells all who are in a battle, so that they need not wait for the silence. */
  void farewell() {
    byAddress.values().stream().filter(PlayerSession::isPlaying).forEach(this::abandon);
    writer.flush();
  }

  private void abandon(PlayerSession session) {
    writer.abandoned(session);
    session.battle().told();
  }

  /** Does what time alone causes: late battles with few players, and the end of silent sessions. */
  void onTimer(long nowNs) {
    List<PlayerSession> silent =
        byAddress.values().stream()
            .filter(session -> session.isIdle(nowNs))
            .collect(Collectors.toList());
    for (PlayerSession session : silent) {
      close(session);
      metrics.timeouts.inc();
    }
    for (PlayerSession session : byAddress.values()) {
      session.notices.repeat(nowNs, notice -> writer.notice(session, notice));
    }
    kicked.onTimer(nowNs, writer);
    writer.flush();
    vacated.forgetEnded();
    seats.startBattles(nowNs);
  }
}
