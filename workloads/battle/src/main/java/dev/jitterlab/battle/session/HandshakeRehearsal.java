package dev.jitterlab.battle.session;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.security.SecureRandom;

/**
 * Handshakes of a process with itself, before it says that it is ready: the first one loads and
 * initialises the JDK's cryptography, for which the first players would have to wait.
 */
public final class HandshakeRehearsal {
  private static final int ROUNDS = 100;
  private static final int PORT = 1;

  private HandshakeRehearsal() {}

  /** Opens and uses sessions that nobody else ever sees. */
  public static void run(SecureRandom random) {
    InetSocketAddress address = new InetSocketAddress(InetAddress.getLoopbackAddress(), PORT);
    ConnectTokens tokens = ConnectTokens.development(random);
    byte[] datagram = new byte[Datagram.MAX_BYTES];
    ByteBuffer challenge = ByteBuffer.allocate(Datagram.CHALLENGE_BYTES);
    for (int i = 0; i < ROUNDS; i++) {
      ServerHandshake server = new ServerHandshake(tokens, random, i);
      ClientSession client = new ClientSession(tokens.issue(i, ConnectToken.LOBBY, 0, i), random);
      verify(server, client.join(1), datagram, address, i);
      server.putChallenge(challenge.clear(), address, i);
      ClientSession.Receipt unusedChallenge = client.receive(challenge.flip());
      verify(server, client.join(2), datagram, address, i);
      int bytes = server.sealer().seal(new byte[1], 1, datagram);
      ClientSession.Receipt unusedMessage = client.receive(ByteBuffer.wrap(datagram, 0, bytes));
    }
  }

  private static void verify(
      ServerHandshake server, ByteBuffer packet, byte[] copy, InetSocketAddress from, int now) {
    int bytes = packet.remaining();
    packet.get(copy, 0, bytes);
    if (!server.decode(copy, bytes) || server.verify(from, now, now) == null) {
      throw new IllegalStateException("a handshake of this process does not decode");
    }
  }
}
