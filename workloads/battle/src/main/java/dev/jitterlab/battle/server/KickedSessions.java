package dev.jitterlab.battle.server;

import dev.jitterlab.battle.session.RateLimit;
import java.net.InetSocketAddress;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Sessions that a kick has ended and whose players have not confirmed it: KICKED is repeated until
 * they do, or until a session would have ended by its silence. Of what they send, no more is opened
 * than a confirmation needs. Bounded: beyond {@value #CAPACITY} the oldest is told no more. Event
 * loop only.
 */
final class KickedSessions {
  static final int CAPACITY = 1_024;

  /** Packets of a kicked player that are opened at once, and then a second. */
  static final int OPENED_PER_SECOND = 8;

  /** A session that has ended. */
  private static final class Kicked {
    private final PlayerSession session;
    private final long sinceNs;
    private final RateLimit opened;

    Kicked(PlayerSession session, long nowNs) {
      this.session = session;
      this.sinceNs = nowNs;
      this.opened = new RateLimit(OPENED_PER_SECOND, nowNs);
    }

    boolean isOver(long nowNs) {
      return session.notices.areConfirmed()
          || nowNs - sinceNs > ServerSettings.IDLE_TIMEOUT.toNanos();
    }
  }

  private final Map<InetSocketAddress, Kicked> byAddress = new LinkedHashMap<>(); // oldest first

  /** Keeps a session that a kick has ended. */
  void add(PlayerSession session, long nowNs) {
    byAddress.remove(session.address);
    if (byAddress.size() == CAPACITY) {
      byAddress.remove(byAddress.keySet().iterator().next());
    }
    byAddress.put(session.address, new Kicked(session, nowNs));
  }

  /** Returns the session that a packet from there may confirm the end of, null if none may. */
  PlayerSession at(InetSocketAddress address, long nowNs) {
    Kicked kicked = byAddress.get(address);
    return kicked == null || !kicked.opened.tryTake(nowNs) ? null : kicked.session;
  }

  /** Forgets who was kicked at that address: someone has a session there now. */
  void forget(InetSocketAddress address) {
    byAddress.remove(address);
  }

  /** Tells those again who have not confirmed it. */
  void onTimer(long nowNs, PacketWriter writer) {
    byAddress.values().removeIf(kicked -> kicked.isOver(nowNs));
    for (Kicked kicked : byAddress.values()) {
      kicked.session.notices.repeat(nowNs, notice -> writer.notice(kicked.session, notice));
    }
  }
}
