package dev.jitterlab.battle.hostile;

import dev.jitterlab.battle.session.ClientSession;
import dev.jitterlab.battle.session.ClientSession.Receipt;
import dev.jitterlab.battle.session.ConnectToken;
import dev.jitterlab.battle.session.ConnectTokens;
import dev.jitterlab.battle.session.Datagram;
import dev.jitterlab.battle.session.Grant;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.DatagramChannel;
import java.security.SecureRandom;
import java.util.concurrent.locks.LockSupport;

/**
 * A session of the attacker's own, with the development key: an insider, whose player stands still.
 * Not thread-safe.
 */
final class AttackerSession {
  private static final int TRIES = 1_000;
  private static final long PAUSE_NS = 10_000_000;
  private static final long TOKEN_SECONDS = 3_500;

  private final DatagramChannel channel;
  private final ClientSession session;
  private final ByteBuffer in = ByteBuffer.allocate(Datagram.MAX_BYTES);
  private int number;

  private AttackerSession(DatagramChannel channel, SecureRandom random) {
    this.channel = channel;
    this.session = new ClientSession(newPlayer(random), random);
  }

  /** Makes a token that is valid for as long as any may be, of a player of its own. */
  static Grant newPlayer(SecureRandom random) {
    long nowSeconds = System.currentTimeMillis() / 1_000;
    return ConnectTokens.development(random)
        .issue(random.nextLong(), ConnectToken.LOBBY, 0, nowSeconds + TOKEN_SECONDS);
  }

  /**
   * Opens a session over the connected, non-blocking channel.
   *
   * @throws IOException if the server opens none within ten seconds
   */
  static AttackerSession open(DatagramChannel channel, SecureRandom random) throws IOException {
    AttackerSession own = new AttackerSession(channel, random);
    for (int i = 0; i < TRIES && !own.session.isOpen(); i++) {
      own.keepAlive();
      LockSupport.parkNanos(PAUSE_NS);
    }
    if (!own.session.isOpen()) {
      throw new IOException(
          "the server at "
              + channel.getRemoteAddress()
              + " opens no session with the development key (refusal: "
              + own.session.refusal()
              + "); replayed and forged packets need a stand-alone server");
    }
    return own;
  }

  /** Sends what an honest client sends, and reads what has come. */
  void keepAlive() throws IOException {
    int unusedBytes = channel.write(session.join(++number));
    while (channel.read(in.clear()) > 0) {
      Receipt unusedReceipt = session.receive(in.flip());
    }
  }

  /** Sends a valid sealed packet and returns a copy of it. */
  byte[] sendAndRecord() throws IOException {
    ByteBuffer packet = session.join(++number);
    byte[] copy = new byte[packet.remaining()];
    packet.duplicate().get(copy);
    int unused = channel.write(packet);
    return copy;
  }
}
