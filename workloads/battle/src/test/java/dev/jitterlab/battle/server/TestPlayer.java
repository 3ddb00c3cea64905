package dev.jitterlab.battle.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import dev.jitterlab.battle.protocol.Decoding;
import dev.jitterlab.battle.protocol.PackedInput;
import dev.jitterlab.battle.protocol.ServerPacket;
import dev.jitterlab.battle.protocol.State;
import dev.jitterlab.battle.protocol.StateDecoder;
import dev.jitterlab.battle.session.ClientSession;
import dev.jitterlab.battle.session.ClientSession.Receipt;
import dev.jitterlab.battle.session.ConnectToken;
import dev.jitterlab.battle.session.ConnectTokens;
import dev.jitterlab.battle.session.Datagram;
import dev.jitterlab.battle.session.Grant;
import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetSocketAddress;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.security.SecureRandom;

/** A player by hand, on a blocking socket of the JDK: shares only the session with the bots. */
final class TestPlayer implements AutoCloseable {
  private static final int PATIENCE_MILLIS = 60_000;
  private static final int TRIES = 20; // as many packets as a token may bring
  private static final SecureRandom RANDOM = new SecureRandom();

  private final DatagramSocket socket = new DatagramSocket();
  private final byte[] datagram = new byte[2_000];
  private final long playerId;
  final ServerPacket packet = new ServerPacket();
  private final StateDecoder states = new StateDecoder();
  private ClientSession session;
  private byte[] lastRequest;
  private int number = 100;

  TestPlayer(InetSocketAddress server) throws IOException {
    this(server, RANDOM.nextLong());
  }

  TestPlayer(InetSocketAddress server, long playerId) throws IOException {
    this.playerId = playerId;
    socket.connect(server);
    socket.setSoTimeout(PATIENCE_MILLIS);
  }

  static Grant grant(long playerId, long secondsLeft) {
    return ConnectTokens.development(RANDOM)
        .issue(playerId, ConnectToken.LOBBY, 0, System.currentTimeMillis() / 1_000 + secondsLeft);
  }

  /** Goes through the handshake, which queues. */
  void join() throws IOException {
    request(grant(playerId, 60));
    assertEquals(Receipt.CHALLENGED, receiveDatagram());
    sendJoin();
  }

  /** Joins as a client does whose packets may get lost: each is sent again until it is answered. */
  void joinAtLast() throws IOException {
    request(grant(playerId, 60));
    socket.setSoTimeout(PATIENCE_MILLIS / TRIES);
    for (int i = 0; i < TRIES && !session.isOpen(); i++) {
      DatagramPacket received = new DatagramPacket(datagram, datagram.length);
      try {
        socket.receive(received);
        session.receive(ByteBuffer.wrap(datagram, 0, received.getLength()));
      } catch (SocketTimeoutException e) {
        // lost, or not answered: sent again below
      } finally {
        if (!session.isOpen()) {
          sendJoin();
        }
      }
    }
    assertTrue(session.isOpen(), "the server does not answer");
    socket.setSoTimeout(PATIENCE_MILLIS);
  }

  /** Sends a REQUEST with that grant. */
  void request(Grant grant) throws IOException {
    session = new ClientSession(grant, RANDOM);
    lastRequest = bytes(session.join(++number));
    sendRaw(lastRequest);
  }

  /** Goes on with a session from before. */
  void resume(ClientSession before) {
    session = before;
  }

  /** Sends the last REQUEST again, whatever was answered. */
  void repeatRequest() throws IOException {
    sendRaw(lastRequest);
  }

  int sendJoin() throws IOException {
    send(session.join(++number));
    return number;
  }

  int sendInput(int battle) throws IOException {
    return sendInput(battle, seen());
  }

  int sendInput(int battle, int seen) throws IOException {
    send(nextInput(battle, seen));
    return number;
  }

  /** Makes an input that the network loses. */
  int loseInput(int battle) {
    nextInput(battle, 0);
    return number;
  }

  private ByteBuffer nextInput(int battle, int seen) {
    return session.input(++number, battle, seen, PackedInput.of(127, 0, 0, 1, 0));
  }

  private int seen() {
    return states.latest() == null ? 0 : states.latest().tick();
  }

  /** Returns the newest state. */
  State state() {
    return states.latest();
  }

  void sendLeave() throws IOException {
    send(session.leave(++number));
  }

  /** Sends an input as it is on the wire, and returns it. */
  byte[] sendCopiedInput(int battle) throws IOException {
    byte[] copy = bytes(nextInput(battle, 0));
    sendRaw(copy);
    return copy;
  }

  void sendRaw(byte[] bytes) throws IOException {
    socket.send(new DatagramPacket(bytes, bytes.length));
  }

  private static byte[] bytes(ByteBuffer packet) {
    byte[] bytes = new byte[packet.remaining()];
    packet.get(bytes);
    return bytes;
  }

  private void send(ByteBuffer packet) throws IOException {
    sendRaw(bytes(packet));
  }

  /** Receives the next datagram of this session; those of one before are passed over. */
  Receipt receiveDatagram() throws IOException {
    Receipt receipt = Receipt.IGNORED;
    while (receipt == Receipt.IGNORED) {
      DatagramPacket received = new DatagramPacket(datagram, datagram.length);
      try {
        socket.receive(received);
      } catch (SocketTimeoutException e) {
        return fail("the server is silent", e);
      }
      assertTrue(received.getLength() <= Datagram.MAX_BYTES);
      receipt = session.receive(ByteBuffer.wrap(datagram, 0, received.getLength()));
    }
    return receipt;
  }

  ClientSession session() {
    return session;
  }

  /** Receives a message, which must be well-formed. */
  ServerPacket.Type receive() throws IOException {
    assertEquals(Receipt.MESSAGE, receiveDatagram());
    assertEquals(Decoding.OK, packet.decode(session.message(), states));
    return packet.type();
  }

  /** Receives a message that must be of that type. */
  void receive(ServerPacket.Type expected) throws IOException {
    assertEquals(expected, receive());
  }

  /** Receives messages until one of that type comes. */
  void await(ServerPacket.Type expected) throws IOException {
    while (receive() != expected) {
      // states of a battle that goes on
    }
  }

  /** Receives messages until one acknowledges that number. */
  void awaitAck(int expected) throws IOException {
    do {
      receive();
    } while (packet.ack() - expected < 0);
    int behind = packet.ack() - expected;
    assertEquals(true, behind == 0 || (packet.ackBits() >>> (behind - 1) & 1) != 0);
  }

  /** Sends an input per message received until one is acknowledged; in a flood some get lost. */
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
