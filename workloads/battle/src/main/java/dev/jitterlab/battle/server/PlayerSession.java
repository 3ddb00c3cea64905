package dev.jitterlab.battle.server;

import dev.jitterlab.battle.protocol.AckWindow;
import java.net.InetSocketAddress;

/** One player, from the first valid JOIN until leaving or falling silent. Event loop only. */
final class PlayerSession {
  private final InetSocketAddress address;
  private final long token;
  private final AckWindow window;
  private final RateLimit rateLimit;
  private long lastHeardNs;
  private boolean closed;
  private RunningBattle battle;
  private int player;

  PlayerSession(
      InetSocketAddress address, long token, int firstSequence, RateLimit limit, long nowNs) {
    this.address = address;
    this.token = token;
    this.window = new AckWindow(firstSequence);
    this.rateLimit = limit;
    this.lastHeardNs = nowNs;
  }

  InetSocketAddress address() {
    return address;
  }

  long token() {
    return token;
  }

  AckWindow window() {
    return window;
  }

  RateLimit rateLimit() {
    return rateLimit;
  }

  void heard(long nowNs) {
    lastHeardNs = nowNs;
  }

  boolean isIdle(long nowNs) {
    return nowNs - lastHeardNs > ServerSettings.IDLE_TIMEOUT.toNanos();
  }

  void enter(RunningBattle entered, int asPlayer) {
    battle = entered;
    player = asPlayer;
  }

  /** Forgets the last battle: the player asks for another. */
  void leaveBattle() {
    battle = null;
  }

  /**
   * Returns the battle that the player is in or was in last; null before the first and in between.
   */
  RunningBattle battle() {
    return battle;
  }

  boolean isPlaying() {
    return battle != null && !battle.isOver();
  }

  /** Returns the player's number in the battle. */
  int player() {
    return player;
  }

  /** Ends the session; a battle that is running goes on without the player. */
  void close() {
    closed = true;
    if (isPlaying()) {
      battle.leave(player);
    }
  }

  boolean isClosed() {
    return closed;
  }
}
