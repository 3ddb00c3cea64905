package dev.jitterlab.battle.server;

import dev.jitterlab.battle.protocol.AckWindow;
import dev.jitterlab.battle.protocol.ServerPacket;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.socket.DatagramPacket;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;

/**
 * Encodes packets to players into pooled buffers and hands them to the socket, which releases them.
 * Nothing leaves before {@link #flush}. Event loop only.
 */
final class PacketWriter {
  private final Channel channel;

  PacketWriter(Channel channel) {
    this.channel = channel;
  }

  void challenge(InetSocketAddress to, int ack, long token) {
    ByteBuf packet = allocate(ServerPacket.CHALLENGE_BYTES);
    ServerPacket.putChallenge(writable(packet), ack, token);
    write(packet, ServerPacket.CHALLENGE_BYTES, to);
  }

  void refused(InetSocketAddress to, int ack) {
    ByteBuf packet = allocate(ServerPacket.REFUSED_BYTES);
    ServerPacket.putRefused(writable(packet), ack);
    write(packet, ServerPacket.REFUSED_BYTES, to);
  }

  void queued(PlayerSession to, int waiting, int needed) {
    AckWindow window = to.window();
    ByteBuf packet = allocate(ServerPacket.QUEUED_BYTES);
    ServerPacket.putQueued(writable(packet), window.ack(), window.ackBits(), waiting, needed);
    write(packet, ServerPacket.QUEUED_BYTES, to.address());
  }

  /** Tells a player how his last battle ended. */
  void ended(PlayerSession to) {
    AckWindow window = to.window();
    RunningBattle battle = to.battle();
    ByteBuf packet = allocate(ServerPacket.ENDED_BYTES);
    ServerPacket.putEnded(
        writable(packet),
        window.ack(),
        window.ackBits(),
        battle.id(),
        battle.ending().code(),
        battle.winner());
    write(packet, ServerPacket.ENDED_BYTES, to.address());
  }

  /**
   * Sends a state. Returns false, and sends nothing, when more is waiting for the socket than a
   * player could still use.
   */
  boolean state(PlayerSession to, byte[] body, int bodyBytes) {
    if (!channel.isWritable()) {
      return false;
    }
    AckWindow window = to.window();
    int bytes = ServerPacket.STATE_HEAD_BYTES + bodyBytes;
    ByteBuf packet = allocate(bytes);
    ByteBuffer out = writable(packet);
    ServerPacket.putStateHead(out, window.ack(), window.ackBits());
    out.put(body, 0, bodyBytes);
    write(packet, bytes, to.address());
    return true;
  }

  void flush() {
    channel.flush();
  }

  private ByteBuf allocate(int bytes) {
    return channel.alloc().directBuffer(bytes, bytes);
  }

  private static ByteBuffer writable(ByteBuf packet) {
    return packet.internalNioBuffer(0, packet.capacity());
  }

  private void write(ByteBuf packet, int bytes, InetSocketAddress to) {
    packet.writerIndex(bytes);
    // The void promise allocates nothing; failures reach the handler's exceptionCaught.
    ChannelFuture unused = channel.write(new DatagramPacket(packet, to), channel.voidPromise());
  }
}
