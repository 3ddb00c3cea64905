package dev.jitterlab.battle.server;

import dev.jitterlab.battle.protocol.AckWindow;
import dev.jitterlab.battle.session.Allowance;
import dev.jitterlab.battle.session.ConnectToken;
import dev.jitterlab.battle.session.ForgeryBudget;
import dev.jitterlab.battle.session.GuardedOpener;
import dev.jitterlab.battle.session.PacketSealer;
import dev.jitterlab.battle.session.ServerHandshake;
import java.net.InetSocketAddress;

/** One player, from the handshake until leaving or falling silent. Event loop only. */
final class PlayerSession {
  final InetSocketAddress address;

  /** What the player was let in with. */
  final ConnectToken token;

  private final long tokenId;
  private final long challenge;
  final GuardedOpener opener;
  final PacketSealer sealer;
  final AckWindow window;

  /** What the player may do, in this session and his others. */
  final Allowance allowance;

  private long lastHeardNs;
  private boolean closed;
  private RunningBattle battle;
  private int player;
  private int previousBattleId;

  /** What the player is told until he confirms it. */
  final Notices notices = new Notices();

  private boolean askedForState;
  private int askedAtNumber;

  /** Begins the session that the handshake's last RESPONSE asks for. */
  PlayerSession(
      InetSocketAddress address,
      ServerHandshake handshake,
      Allowance allowance,
      ForgeryBudget forgeries,
      long nowNs) {
    this.address = address;
    this.token = handshake.token();
    this.tokenId = handshake.tokenId();
    this.challenge = handshake.challenge();
    this.opener = new GuardedOpener(handshake.opener(), forgeries, nowNs);
    this.sealer = handshake.sealer();
    this.window = new AckWindow(handshake.firstNumber());
    this.allowance = allowance;
    this.lastHeardNs = nowNs;
  }

  /** Returns whether the handshake's last RESPONSE is the one, or a copy of it, that began this. */
  boolean isFrom(ServerHandshake handshake) {
    return challenge == handshake.challenge() && tokenId == handshake.tokenId();
  }

  /** Notes that the player lacks the states that messages up to that number say he has. */
  void lacksState(int number) {
    if (!askedForState || number - askedAtNumber > 0) {
      askedForState = true;
      askedAtNumber = number;
    }
  }

  /** Returns whether what a message of that number says about states still holds. */
  boolean isAfterLack(int number) {
    return !askedForState || number - askedAtNumber > 0;
  }

  void heard(long nowNs) {
    lastHeardNs = nowNs;
  }

  boolean isIdle(long nowNs) {
    return nowNs - lastHeardNs > ServerSettings.IDLE_TIMEOUT.toNanos();
  }

  void enter(RunningBattle entered, int asPlayer) {
    leaveBattle();
    battle = entered;
    player = asPlayer;
  }

  /** Forgets the last battle: the player asks for another. */
  void leaveBattle() {
    if (battle != null) {
      previousBattleId = battle.id();
    }
    battle = null;
  }

  /**
   * Returns the battle that the player is in or was in last; null before the first and in between.
   */
  RunningBattle battle() {
    return battle;
  }

  /** Returns whether an honest client may still send inputs for that battle. */
  boolean knowsBattle(int id) {
    return id == previousBattleId || (battle != null && battle.id() == id);
  }

  boolean isPlaying() {
    return battle != null && !battle.isOver();
  }

  /**
   * Gives the place in a running battle to the same player's next session, if that is for the same
   * battle; else, or if the mode takes nobody back, returns false. The battle has its player all
   * the time.
   */
  boolean handTo(PlayerSession next) {
    RunningBattle current = battle;
    if (current == null || token.battle() != next.token.battle() || !current.letsReturn()) {
      return false;
    }
    next.enter(current, player);
    current.reseat(player, next);
    leaveBattle();
    return true;
  }

  /** Returns the player's number in the battle. */
  int player() {
    return player;
  }

  /**
   * Ends the session, and returns whether a running battle goes on without the player. A battle may
   * end at any time on another thread, so who counts players goes by this answer alone.
   */
  boolean close() {
    closed = true;
    if (!isPlaying()) {
      return false;
    }
    battle.leave(player);
    return true;
  }

  boolean isClosed() {
    return closed;
  }
}
