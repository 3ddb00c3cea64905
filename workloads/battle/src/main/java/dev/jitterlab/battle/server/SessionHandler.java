package dev.jitterlab.battle.server;

import dev.jitterlab.battle.protocol.AckWindow;
import dev.jitterlab.battle.protocol.ClientPacket;
import dev.jitterlab.battle.protocol.Decoding;
import dev.jitterlab.battle.session.AddressLimits;
import dev.jitterlab.battle.session.Datagram;
import dev.jitterlab.battle.session.Offence;
import dev.jitterlab.battle.session.PacketOpener;
import dev.jitterlab.tick.NanoClock;
import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.channel.socket.DatagramPacket;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.security.SecureRandom;
import java.util.SplittableRandom;

/**
 * Receives all datagrams: hands strangers' to {@link Handshakes}, opens players', and passes their
 * inputs on. Event loop only.
 *
 * <p>Everything a client can cause is bounded: sessions by the settings, packets of a player and of
 * all strangers by rate limits, inputs by their buffers. A packet that means nothing is counted and
 * gets no answer.
 */
final class SessionHandler extends SimpleChannelInboundHandler<DatagramPacket> {
  /** The largest datagram that any client has a reason to send. */
  static final int MAX_RECEIVED_BYTES = Datagram.REQUEST_BYTES;

  /** Packets beyond their players' limits that are opened a second, from one address. */
  static final int EXCESS_PER_SECOND = 1_000;

  /** Beyond that, one in so many from there is opened. */
  private static final int SAMPLE = 16;

  private static final System.Logger LOG = System.getLogger(SessionHandler.class.getName());

  private final NanoClock clock;
  private final Handshakes handshakes;
  private final Sessions sessions;
  private final Discipline discipline;
  private final PacketWriter writer;
  private final ServerMetrics metrics;
  private final byte[] received = new byte[MAX_RECEIVED_BYTES];
  private final byte[] message = new byte[Datagram.MAX_MESSAGE_BYTES];
  private final ByteBuffer messageBuffer = ByteBuffer.wrap(message);
  private final ClientPacket packet = new ClientPacket();
  private final ReadPacing pacing;

  /** What players at one address, together, sent beyond their limits. */
  private final AddressLimits excess;

  private final SplittableRandom choice;
  private int strangers; // packets of this read that are not authentic ones of players

  SessionHandler(
      NanoClock clock,
      Handshakes handshakes,
      Sessions sessions,
      Discipline discipline,
      PacketWriter writer,
      ServerMetrics metrics,
      SecureRandom random) {
    this.clock = clock;
    this.handshakes = handshakes;
    this.sessions = sessions;
    this.discipline = discipline;
    this.writer = writer;
    this.metrics = metrics;
    this.pacing = new ReadPacing(clock.nanoTime());
    this.excess = new AddressLimits(EXCESS_PER_SECOND, random.nextLong(), clock.nanoTime());
    this.choice = new SplittableRandom(random.nextLong());
  }

  @Override
  protected void channelRead0(ChannelHandlerContext context, DatagramPacket datagram) {
    strangers++;
    ByteBuf content = datagram.content();
    int bytes = content.readableBytes();
    if (bytes < 1 || bytes > MAX_RECEIVED_BYTES) {
      metrics.packet(PacketOutcome.MALFORMED);
      return;
    }
    content.readBytes(received, 0, bytes);
    switch (received[0]) {
      case Datagram.REQUEST:
      case Datagram.RESPONSE:
        handshakes.receive(received, bytes, datagram.sender());
        return;
      case Datagram.SEALED:
        onSealed(datagram.sender(), bytes);
        return;
      default:
        metrics.packet(PacketOutcome.MALFORMED);
    }
  }

  private void onSealed(InetSocketAddress sender, int bytes) {
    PlayerSession session = sessions.at(sender);
    long nowNs = clock.nanoTime();
    if (session == null) {
      metrics.packet(
          isConfirmedKick(sender, bytes, nowNs)
              ? PacketOutcome.ACCEPTED
              : PacketOutcome.UNKNOWN_SENDER);
      return;
    }
    if (!excess.of(sender.getAddress()).has(1, nowNs) && choice.nextInt(SAMPLE) != 0) {
      metrics.packet(PacketOutcome.PASSED_OVER);
      return;
    }
    switch (session.opener.open(received, bytes, message, nowNs)) {
      case BAD_LENGTH:
        metrics.packet(PacketOutcome.MALFORMED);
        return;
      case REPLAYED:
        metrics.packet(PacketOutcome.REPLAYED);
        return;
      case IMPLAUSIBLE:
        metrics.packet(PacketOutcome.IMPLAUSIBLE);
        return;
      case PASSED_OVER:
        metrics.packet(PacketOutcome.PASSED_OVER);
        return;
      case FORGED:
        metrics.packet(PacketOutcome.FORGED);
        return;
      case OK:
        onAuthentic(session, nowNs);
        return;
    }
  }

  /** Takes what a kicked player may still say: that he knows it. */
  private boolean isConfirmedKick(InetSocketAddress sender, int bytes, long nowNs) {
    PlayerSession kicked = sessions.kickedAt(sender, nowNs);
    if (kicked == null
        || kicked.opener.open(received, bytes, message, nowNs) != PacketOpener.Opening.OK) {
      return false;
    }
    messageBuffer.clear().limit(kicked.opener.messageBytes());
    if (packet.decode(messageBuffer) != Decoding.OK || packet.type() != ClientPacket.Type.NOTED) {
      return false;
    }
    kicked.notices.confirmed(packet.notice());
    return true;
  }

  private void onAuthentic(PlayerSession session, long nowNs) {
    strangers--;
    session.heard(nowNs);
    if (!session.allowance.tryPacket(nowNs)) {
      metrics.packet(PacketOutcome.RATE_LIMITED);
      boolean unused = excess.of(session.address.getAddress()).tryTake(nowNs);
      discipline.punish(session, Offence.TOO_MANY, nowNs);
      return;
    }
    messageBuffer.clear().limit(session.opener.messageBytes());
    if (packet.decode(messageBuffer) != Decoding.OK) {
      metrics.packet(PacketOutcome.BAD_MESSAGE);
      discipline.punish(session, Offence.MALFORMED, nowNs);
      return;
    }
    metrics.packet(PacketOutcome.ACCEPTED);
    switch (packet.type()) {
      case JOIN:
        if (session.window.acceptIfNew(packet.number())) {
          sessions.join(session, nowNs);
        }
        return;
      case INPUT:
        onInput(session, nowNs);
        return;
      case LEAVE:
        sessions.close(session);
        return;
      case NOTED:
        session.notices.confirmed(packet.notice());
        return;
      case NEED_STATE:
        onNeedState(session);
        return;
    }
  }

  /** The player has lost the state that changes refer to: the next one is full. */
  private void onNeedState(PlayerSession session) {
    session.lacksState(packet.number());
    if (session.isPlaying()) {
      session.battle().lacksState(session.player());
      metrics.statesAskedFor.inc();
    }
  }

  private void onInput(PlayerSession session, long nowNs) {
    RunningBattle battle = session.battle();
    if (!session.isPlaying() || battle.id() != packet.battle()) {
      onInputWithoutBattle(session, nowNs);
    } else if (Integer.compareUnsigned(packet.seen(), battle.played()) > 0) {
      metrics.input(InputOutcome.FUTURE);
      discipline.punish(session, Offence.FUTURE_TICK, nowNs);
    } else {
      if (session.isAfterLack(packet.number())) {
        battle.saw(session.player(), packet.seen());
      }
      for (int i = packet.count() - 1; i >= 0; i--) {
        metrics.input(take(session, i, nowNs));
      }
    }
  }

  /** Takes one input of the packet, unless it came before. */
  private InputOutcome take(PlayerSession session, int i, long nowNs) {
    AckWindow window = session.window;
    int number = packet.number() - i;
    switch (window.arrivalOf(number)) {
      case DUPLICATE:
        return i == 0 ? InputOutcome.DUPLICATE : InputOutcome.REDUNDANT;
      case STALE:
        return InputOutcome.STALE;
      case NEW:
      case LATE:
        break;
    }
    if (!session.battle().offer(session.player(), packet.input(i), packet.seen(), nowNs)) {
      return InputOutcome.OVERFLOW;
    }
    window.accept(number);
    return i == 0 ? InputOutcome.ACCEPTED : InputOutcome.RECOVERED;
  }

  private void onInputWithoutBattle(PlayerSession session, long nowNs) {
    metrics.input(InputOutcome.NOT_IN_BATTLE);
    session.window.acceptIfNew(packet.number());
    if (!session.knowsBattle(packet.battle())) {
      discipline.punish(session, Offence.FOREIGN_BATTLE, nowNs);
    }
    if (session.isClosed() || session.isPlaying()) {
      return;
    }
    if (session.battle() == null) {
      sessions.answerQueued(session);
    } else if (session.battle().isTold()) {
      writer.ended(session); // the first ENDED may have been lost
    }
  }

  /** Does what time alone causes. */
  void onTimer() {
    long nowNs = clock.nanoTime();
    sessions.onTimer(nowNs);
    handshakes.onTimer(nowNs);
  }

  @Override
  public void channelReadComplete(ChannelHandlerContext context) {
    writer.flush();
    pacing.read(context.channel(), strangers, clock.nanoTime());
    strangers = 0;
  }

  /** The socket serves everybody, so no error closes it. */
  @Override
  public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
    metrics.networkErrors.inc();
    LOG.log(System.Logger.Level.DEBUG, "a packet could not be received, handled or sent", cause);
  }
}
