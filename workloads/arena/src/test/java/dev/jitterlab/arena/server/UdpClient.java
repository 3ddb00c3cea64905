package dev.jitterlab.arena.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jitterlab.arena.wire.Headers;
import dev.jitterlab.arena.wire.JoinPacket;
import dev.jitterlab.arena.wire.WireFormat;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.DatagramChannel;

/** A client over UDP, step by step. */
final class UdpClient implements AutoCloseable {
  final DatagramChannel channel = DatagramChannel.open();
  final ByteBuffer packet = ByteBuffer.allocate(2_048);
  final InetSocketAddress to;
  final long nonce;
  int ports;
  int fighter;
  long token;

  UdpClient(InetSocketAddress to, long nonce) throws IOException {
    this.to = to;
    this.nonce = nonce;
    channel.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
  }

  int exchange(int expected) throws IOException {
    send();
    return await(expected);
  }

  void send() throws IOException {
    packet.flip();
    channel.send(packet, to);
  }

  /** Returns the kind of the next packet that is of that kind, or of no state. */
  int await(int expected) throws IOException {
    while (true) {
      int kind = next();
      if (kind == expected || kind != WireFormat.STATE) {
        return kind;
      }
    }
  }

  /** Returns the kind of the next packet. */
  int next() throws IOException {
    packet.clear();
    channel.receive(packet);
    packet.flip();
    return Headers.read(packet);
  }

  int join(String name) throws IOException {
    packet.clear();
    new JoinPacket(nonce, 0, name).writeTo(packet);
    assertEquals(WireFormat.CHALLENGE, exchange(WireFormat.CHALLENGE));
    assertTrue(
        packet.limit() <= WireFormat.JOIN_BYTES, "no more than was sent: nothing is amplified");
    return joinWithCookie(name);
  }

  /** Goes on with the challenge that has just come. */
  int joinWithCookie(String name) throws IOException {
    assertEquals(nonce, packet.getLong());
    long cookie = packet.getLong();
    ports = packet.get();
    packet.clear();
    new JoinPacket(nonce, cookie, name).writeTo(packet);
    int kind = exchange(WireFormat.WELCOME);
    if (kind == WireFormat.WELCOME) {
      packet.getLong();
      fighter = packet.getShort() & 0xFFFF;
      token = packet.getLong();
    }
    return kind;
  }

  void input(long anyToken, int number, int keys) throws IOException {
    packet.clear();
    Headers.write(packet, WireFormat.INPUT);
    packet.putShort((short) fighter).putLong(anyToken).putInt(number).put((byte) keys);
    packet.putShort((short) 40_000);
    send();
  }

  void leave() throws IOException {
    packet.clear();
    Headers.write(packet, WireFormat.LEAVE);
    packet.putShort((short) fighter).putLong(token);
    send();
  }

  @Override
  public void close() throws IOException {
    if (token != 0) {
      leave();
    }
    channel.close();
  }
}
