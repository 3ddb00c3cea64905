package dev.jitterlab.battle.server;

import dev.jitterlab.battle.protocol.AckWindow;
import dev.jitterlab.battle.protocol.ClientPacket;
import dev.jitterlab.battle.protocol.Decoding;
import dev.jitterlab.tick.NanoClock;
import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.channel.socket.DatagramPacket;
import java.net.InetSocketAddress;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;

/**
 * Receives all packets: decodes them, finds the sender's session, and answers at once or leaves the
 * answer to the next state. Owns the sessions and the lobby. Event loop only.
 *
 * <p>Everything a client can cause is bounded: sessions by the settings, packets of a session and
 * of all strangers by rate limits, inputs by their buffers. A packet that means nothing is counted
 * and gets no answer.
 */
final class SessionHandler extends SimpleChannelInboundHandler<DatagramPacket> {
  private static final System.Logger LOG = System.getLogger(SessionHandler.class.getName());
  private static final int STRANGERS_PER_SECOND = 5_000;

  private final ServerSettings settings;
  private final NanoClock clock;
  private final JoinTokens tokens;
  private final BattleHost host;
  private final PacketWriter writer;
  private final ServerMetrics metrics;
  private final Lobby lobby;
  private final RateLimit strangers;
  private final Map<InetSocketAddress, PlayerSession> sessions = new HashMap<>();
  private final VacatedSeats vacated = new VacatedSeats();
  private final ClientPacket packet = new ClientPacket();

  SessionHandler(
      ServerSettings settings,
      NanoClock clock,
      JoinTokens tokens,
      BattleHost host,
      PacketWriter writer,
      ServerMetrics metrics) {
    this.settings = settings;
    this.clock = clock;
    this.tokens = tokens;
    this.host = host;
    this.writer = writer;
    this.metrics = metrics;
    this.lobby = new Lobby(settings.battleSize(), 2, ServerSettings.LOBBY_WAIT.toNanos());
    this.strangers = new RateLimit(STRANGERS_PER_SECOND, clock.nanoTime());
  }

  @Override
  protected void channelRead0(ChannelHandlerContext context, DatagramPacket datagram) {
    ByteBuf content = datagram.content();
    Decoding decoding =
        packet.decode(content.internalNioBuffer(content.readerIndex(), content.readableBytes()));
    if (decoding != Decoding.OK) {
      metrics.input(InputOutcome.MALFORMED);
      return;
    }
    long nowNs = clock.nanoTime();
    PlayerSession session = sessions.get(datagram.sender());
    if (session == null || session.token() != packet.token()) {
      onStranger(datagram.sender(), nowNs);
    } else if (session.rateLimit().tryTake(nowNs)) {
      session.heard(nowNs);
      onPacket(session, nowNs);
    } else {
      metrics.input(InputOutcome.RATE_LIMITED);
    }
  }

  /** A JOIN with the right token opens a session, one without gets it; all else gets no answer. */
  private void onStranger(InetSocketAddress sender, long nowNs) {
    if (packet.type() != ClientPacket.Type.JOIN) {
      metrics.input(InputOutcome.UNKNOWN_SENDER);
      return;
    }
    if (!strangers.tryTake(nowNs)) {
      metrics.joinRateLimited();
      return;
    }
    long token = tokens.tokenOf(sender);
    if (packet.token() != token) {
      metrics.challenged();
      writer.challenge(sender, packet.sequence(), token);
    } else if (sessions.size() >= settings.maxPlayers()) {
      metrics.refused();
      writer.refused(sender, packet.sequence());
    } else {
      RateLimit limit = new RateLimit(settings.packetsPerSecond(), nowNs);
      PlayerSession session = new PlayerSession(sender, token, packet.sequence(), limit, nowNs);
      sessions.put(sender, session);
      enter(session, nowNs);
    }
  }

  private void enter(PlayerSession session, long nowNs) {
    if (vacated.give(session)) {
      metrics.playerReturned(); // the next state is the answer
    } else {
      enterLobby(session, nowNs);
    }
  }

  private void onPacket(PlayerSession session, long nowNs) {
    switch (session.window().arrivalOf(packet.sequence())) {
      case DUPLICATE:
        metrics.input(InputOutcome.DUPLICATE);
        return;
      case STALE:
        metrics.input(InputOutcome.STALE);
        return;
      case NEW:
        break;
    }
    switch (packet.type()) {
      case JOIN:
        session.window().accept(packet.sequence());
        if (!session.isPlaying()) {
          session.leaveBattle();
          enterLobby(session, nowNs);
        }
        return;
      case INPUT:
        onInput(session, nowNs);
        return;
      case LEAVE:
        sessions.remove(session.address());
        close(session);
        return;
    }
  }

  private void enterLobby(PlayerSession session, long nowNs) {
    lobby.enter(session, nowNs);
    metrics.queued();
    writer.queued(session, lobby.waiting(), settings.battleSize());
    startBattles(nowNs);
  }

  private void onInput(PlayerSession session, long nowNs) {
    AckWindow window = session.window();
    RunningBattle battle = session.battle();
    if (session.isPlaying() && battle.id() == packet.battle()) {
      if (battle.offer(
          session.player(),
          packet.moveX(),
          packet.moveY(),
          packet.aim(),
          packet.buttons(),
          packet.seen(),
          packet.at(),
          nowNs)) {
        window.accept(packet.sequence());
        metrics.input(InputOutcome.ACCEPTED);
      } else {
        metrics.input(InputOutcome.OVERFLOW);
      }
      return;
    }
    window.accept(packet.sequence());
    metrics.input(InputOutcome.NOT_IN_BATTLE);
    if (battle == null) {
      writer.queued(session, lobby.waiting(), settings.battleSize());
    } else if (battle.isOver()) {
      writer.ended(session); // the first ENDED may have been lost
    }
  }

  private void startBattles(long nowNs) {
    List<PlayerSession> players = lobby.nextBattle(nowNs);
    while (!players.isEmpty()) {
      host.start(players);
      players = lobby.nextBattle(nowNs);
    }
  }

  private void close(PlayerSession session) {
    lobby.leave(session);
    if (session.isPlaying()) {
      metrics.playerLeftBattle();
    }
    vacated.keep(session);
    session.close();
  }

  /** Does what time alone causes: late battles with few players, and the end of silent sessions. */
  void onTimer() {
    long nowNs = clock.nanoTime();
    for (Iterator<PlayerSession> all = sessions.values().iterator(); all.hasNext(); ) {
      PlayerSession session = all.next();
      if (session.isIdle(nowNs)) {
        all.remove();
        close(session);
        metrics.timedOut();
      }
    }
    vacated.forgetEnded();
    startBattles(nowNs);
  }

  @Override
  public void channelReadComplete(ChannelHandlerContext context) {
    writer.flush();
  }

  /** The socket serves everybody, so no error closes it. */
  @Override
  public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
    metrics.networkError();
    LOG.log(System.Logger.Level.DEBUG, "a packet could not be received, handled or sent", cause);
  }
}
