package dev.jitterlab.battle.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.security.SecureRandom;

/** Both ends of a handshake without a network; time stands still until told otherwise. */
final class SessionFixture {
  static final long NOW_SECONDS = 1_000_000;
  static final InetSocketAddress ADDRESS =
      new InetSocketAddress(InetAddress.getLoopbackAddress(), 4_000);

  final SecureRandom random = new SecureRandom();
  final byte[] clusterKey = {1, 2, 3};
  final ConnectTokens tokens = tokens("server-1");
  final ServerHandshake server = new ServerHandshake(tokens, random, 0);
  final Grant grant = tokens.issue(7, 8, 255, NOW_SECONDS + 30);
  ClientSession client = new ClientSession(grant, random);
  long nowNs = 5_000_000_000L;

  ConnectTokens tokens(String serverId) {
    return new ConnectTokens(serverId, ConnectTokens.serverKey(clusterKey, serverId), random);
  }

  static byte[] bytes(ByteBuffer packet) {
    byte[] bytes = new byte[packet.remaining()];
    packet.get(bytes);
    return bytes;
  }

  ServerHandshake.Outcome verify(byte[] datagram, InetSocketAddress from) {
    assertTrue(server.decode(datagram, datagram.length));
    return server.verify(from, nowNs, NOW_SECONDS);
  }

  byte[] challenge() {
    ByteBuffer out = ByteBuffer.allocate(Datagram.CHALLENGE_BYTES);
    server.putChallenge(out, ADDRESS, nowNs);
    return out.array();
  }

  /** Goes through the handshake; afterwards the server has the RESPONSE and can make lanes. */
  void shakeHands() {
    assertEquals(ServerHandshake.Outcome.REQUESTED, verify(bytes(client.join(1)), ADDRESS));
    assertEquals(ClientSession.Receipt.CHALLENGED, client.receive(ByteBuffer.wrap(challenge())));
    assertEquals(ServerHandshake.Outcome.RESPONDED, verify(bytes(client.join(2)), ADDRESS));
  }
}
