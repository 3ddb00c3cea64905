package dev.jitterlab.battle.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.fail;

import dev.jitterlab.battle.protocol.ClientPacket;
import dev.jitterlab.battle.protocol.Decoding;
import dev.jitterlab.battle.protocol.ServerPacket;
import dev.jitterlab.battle.protocol.Snapshot;
import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetSocketAddress;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;

/**
 * A player by hand, on a blocking socket of the JDK: shares nothing with the bots but the packets.
 */
final class TestPlayer implements AutoCloseable {
  private static final int PATIENCE_MILLIS = 10_000;

  private final DatagramSocket socket = new DatagramSocket();
  private final ByteBuffer buffer = ByteBuffer.allocate(2_000);
  final ServerPacket packet = new ServerPacket();
  final Snapshot snapshot = new Snapshot();
  private int sequence = 100;
  private long token;

  TestPlayer(InetSocketAddress server) throws IOException {
    socket.connect(server);
    socket.setSoTimeout(PATIENCE_MILLIS);
  }

  /** Goes through the challenge and joins. */
  void join() throws IOException {
    sendJoin();
    receive(ServerPacket.Type.CHALLENGE);
    assertEquals(sequence, packet.ack());
    token = packet.token();
    sendJoin();
  }

  int sendJoin() throws IOException {
    buffer.clear();
    ClientPacket.putJoin(buffer, ++sequence, token);
    sendBuffer();
    return sequence;
  }

  int sendInput(int battle) throws IOException {
    buffer.clear();
    ClientPacket.putInput(buffer, ++sequence, token, battle, 1, 127, 0, 0, 1, 0);
    sendBuffer();
    return sequence;
  }

  void sendLeave() throws IOException {
    buffer.clear();
    ClientPacket.putLeave(buffer, ++sequence, token);
    sendBuffer();
  }

  void sendRaw(byte[] bytes) throws IOException {
    socket.send(new DatagramPacket(bytes, bytes.length));
  }

  private void sendBuffer() throws IOException {
    socket.send(new DatagramPacket(buffer.array(), buffer.position()));
  }

  /** Receives whatever comes next, which must be well-formed. */
  ServerPacket.Type receive() throws IOException {
    DatagramPacket received = new DatagramPacket(buffer.array(), buffer.capacity());
    try {
      socket.receive(received);
    } catch (SocketTimeoutException e) {
      return fail("the server is silent", e);
    }
    assertEquals(
        Decoding.OK,
        packet.decode(ByteBuffer.wrap(buffer.array(), 0, received.getLength()), snapshot));
    return packet.type();
  }

  /** Receives a packet that must be of that type. */
  void receive(ServerPacket.Type expected) throws IOException {
    assertEquals(expected, receive());
  }

  /** Receives packets until one of that type comes. */
  void await(ServerPacket.Type expected) throws IOException {
    while (receive() != expected) {
      // states of a battle that goes on
    }
  }

  /** Receives packets until one acknowledges that sequence. */
  void awaitAck(int expected) throws IOException {
    do {
      receive();
    } while (packet.ack() - expected < 0);
    int behind = packet.ack() - expected;
    assertEquals(true, behind == 0 || (packet.ackBits() >>> (behind - 1) & 1) != 0);
  }

  /** Sends an input per packet received until one is acknowledged; under a flood some get lost. */
  void playUntilAcknowledged(int battle) throws IOException {
    int first = sendInput(battle);
    while (receive() != ServerPacket.Type.STATE || packet.ack() - first < 0) {
      sendInput(battle);
    }
  }

  @Override
  public void close() {
    socket.close();
  }
}
