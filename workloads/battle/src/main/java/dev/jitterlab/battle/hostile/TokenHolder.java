package dev.jitterlab.battle.hostile;

import dev.jitterlab.battle.session.ClientSession;
import dev.jitterlab.battle.session.ClientSession.Receipt;
import dev.jitterlab.battle.session.Datagram;
import dev.jitterlab.battle.session.Grant;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.DatagramChannel;
import java.security.SecureRandom;

/**
 * An attacker with one valid token, which it uses as often as it can: for one session after
 * another, or for more sealed packets than anybody needs. Not thread-safe.
 */
final class TokenHolder {
  /** A handshake packet is sent again when it has had no answer for so long. */
  private static final int TURNS_UNTIL_REPEATED = 1_000;

  private final DatagramChannel channel;
  private final Grant grant;
  private final boolean churns;
  private final SecureRandom random;
  private final ByteBuffer in = ByteBuffer.allocate(Datagram.MAX_BYTES);
  private ClientSession session;
  private int number;
  private int turnsToWait;

  /**
   * Sends nothing yet.
   *
   * @param channel connected to the server, non-blocking
   * @param churns whether it begins a new session with every challenge
   */
  TokenHolder(DatagramChannel channel, Grant grant, boolean churns, SecureRandom random) {
    this.channel = channel;
    this.grant = grant;
    this.churns = churns;
    this.random = random;
    this.session = new ClientSession(grant, random);
  }

  /** Sends the next packet; false when there is none to send, or no room for it. */
  boolean send() throws IOException {
    boolean isChallenged = false;
    while (channel.read(in.clear()) > 0) {
      Receipt receipt = session.receive(in.flip());
      isChallenged |= receipt == Receipt.CHALLENGED;
      turnsToWait = receipt == Receipt.IGNORED ? turnsToWait : 0;
    }
    if (session.refusal() != null) {
      session = new ClientSession(grant, random);
    }
    if (!session.isOpen() && turnsToWait-- > 0) {
      return false;
    }
    turnsToWait = TURNS_UNTIL_REPEATED;
    boolean isSent = channel.write(session.join(++number)) > 0;
    if (churns && isChallenged) { // that was the RESPONSE, which opens a session
      session = new ClientSession(grant, random);
      turnsToWait = 0;
    }
    return isSent;
  }
}
