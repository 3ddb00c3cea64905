package dev.jitterlab.battle.server;

import dev.jitterlab.battle.protocol.AckWindow;
import dev.jitterlab.battle.protocol.ServerPacket;
import dev.jitterlab.battle.rules.BattleEnding;
import dev.jitterlab.battle.rules.GameMode;
import dev.jitterlab.battle.session.Datagram;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.socket.DatagramPacket;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;

/**
 * Encodes and seals messages to players, copies them into pooled buffers and hands those to the
 * socket, which releases them. Nothing leaves before {@link #flush}. Event loop only.
 */
final class PacketWriter {
  private final Channel channel;
  private final ServerMetrics metrics;
  private final byte[] message = new byte[Datagram.MAX_MESSAGE_BYTES];
  private final byte[] sealed = new byte[Datagram.MAX_BYTES];
  private final ByteBuffer out = ByteBuffer.wrap(message);
  private int waiting; // packets since the last flush

  PacketWriter(Channel channel, ServerMetrics metrics) {
    this.channel = channel;
    this.metrics = metrics;
  }

  void queued(PlayerSession to, int waiting, int needed) {
    AckWindow window = to.window;
    ServerPacket.putQueued(out.clear(), window.ack(), window.ackBits(), waiting, needed);
    seal(to);
  }

  /** Tells a player how his last battle ended. */
  void ended(PlayerSession to) {
    ended(to, to.battle().ending(), to.battle().winner());
  }

  /** Tells a player that his battle does not go on. */
  void abandoned(PlayerSession to) {
    ended(to, BattleEnding.FAILED, GameMode.NO_TEAM);
  }

  private void ended(PlayerSession to, BattleEnding how, int winner) {
    AckWindow window = to.window;
    int battle = to.battle().id();
    ServerPacket.putEnded(out.clear(), window.ack(), window.ackBits(), battle, how.code(), winner);
    seal(to);
  }

  /** Sends the WARNED or KICKED that a notice stands for. */
  void notice(PlayerSession to, Notices.Notice notice) {
    AckWindow window = to.window;
    out.clear();
    if (notice.end) {
      ServerPacket.putKicked(out, window.ack(), window.ackBits(), notice.why.code(), notice.number);
    } else {
      ServerPacket.putWarned(out, window.ack(), window.ackBits(), notice.why.code(), notice.number);
    }
    seal(to);
  }

  /**
   * Sends a state. Returns false, and sends nothing, when more is waiting for the socket than a
   * player could still use.
   */
  boolean state(PlayerSession to, byte[] body, int bodyBytes) {
    if (!channel.isWritable()) {
      return false;
    }
    AckWindow window = to.window;
    ServerPacket.putStateHead(out.clear(), window.ack(), window.ackBits());
    out.put(body, 0, bodyBytes);
    seal(to);
    return true;
  }

  /** Sends all that waits: by one system call where the transport can, else one a packet. */
  void flush() {
    if (waiting > 0) {
      metrics.sent(waiting);
      waiting = 0;
      channel.flush();
    }
  }

  private void seal(PlayerSession to) {
    write(to.address, sealed, to.sealer.seal(message, out.position(), sealed));
  }

  /** Sends a datagram as it is. */
  void write(InetSocketAddress to, byte[] datagram, int bytes) {
    waiting++;
    ByteBuf packet = channel.alloc().directBuffer(bytes, bytes);
    packet.writeBytes(datagram, 0, bytes);
    // The void promise allocates nothing; failures reach the handler's exceptionCaught.
    ChannelFuture unused = channel.write(new DatagramPacket(packet, to), channel.voidPromise());
  }
}
