package dev.jitterlab.battle.session;

import dev.jitterlab.battle.protocol.ClientPacket;
import java.nio.ByteBuffer;
import java.security.SecureRandom;

/**
 * A client's half of a session: handshake, sealing and redundant inputs, without a socket or a
 * clock. The owner sends what it makes, at a rate of his own, and gives it what arrives; a lost
 * packet is made up for by the next. A session that was refused, or whose server has fallen silent,
 * is replaced by a new one. Not thread-safe.
 *
 * <p>The owner numbers his packets, each one more than the one before, modulo 2³²: by these numbers
 * the server acknowledges.
 */
public final class ClientSession {
  /** What became of a datagram. */
  public enum Receipt {
    /** Not from the server, or of no use: repeated, late, or out of place. */
    IGNORED,
    /** The server answered the REQUEST: the next packet is a RESPONSE. */
    CHALLENGED,
    /** The server opens no session; see {@link #refusal}. */
    REFUSED,
    /** A message, to be read from {@link #message}. */
    MESSAGE
  }

  private final Grant grant;
  private final byte[] clientNonce = new byte[Datagram.CLIENT_NONCE_BYTES];
  private final byte[] challengeProof = new byte[Datagram.TAG_BYTES];
  private final InputHistory history = new InputHistory();
  private final byte[] plain = new byte[Datagram.MAX_MESSAGE_BYTES];
  private final byte[] sent = new byte[Datagram.MAX_BYTES];
  private final byte[] received = new byte[Datagram.MAX_BYTES];
  private final byte[] opened = new byte[Datagram.MAX_MESSAGE_BYTES];
  private final ByteBuffer plainBuffer = ByteBuffer.wrap(plain);
  private final ByteBuffer sentBuffer = ByteBuffer.wrap(sent);
  private final ByteBuffer message = ByteBuffer.wrap(opened);
  private long challenge;
  private boolean open;
  private PacketSealer sealer; // null before the challenge
  private PacketOpener opener;
  private Refusal refusal;

  /** Starts with a REQUEST. */
  public ClientSession(Grant grant, SecureRandom random) {
    this.grant = grant;
    random.nextBytes(clientNonce);
  }

  /**
   * Makes the packet of a client that plays no battle: REQUEST, then RESPONSE, and JOIN once the
   * session is open. The buffer belongs to the session, until its next packet.
   */
  public ByteBuffer join(int number) {
    sentBuffer.clear();
    if (sealer == null) {
      HandshakePacket.putRequest(sentBuffer, grant, clientNonce);
      return sentBuffer.flip();
    }
    if (!open) {
      HandshakePacket.putResponse(
          sentBuffer, grant, clientNonce, challenge, challengeProof, number);
      return sentBuffer.flip();
    }
    ClientPacket.putJoin(plainBuffer, number);
    return seal();
  }

  /**
   * Makes an INPUT of an {@linkplain #isOpen open} session, with the inputs before it.
   *
   * @param seen the tick of the newest state of that battle, 0 for none
   * @param input from {@code PackedInput.of}
   */
  public ByteBuffer input(int number, int battle, int seen, long input) {
    history.put(plainBuffer, number, battle, seen, input);
    return seal();
  }

  /** Makes a LEAVE of an {@linkplain #isOpen open} session, after which it is over. */
  public ByteBuffer leave(int number) {
    ClientPacket.putLeave(plainBuffer, number);
    return seal();
  }

  /**
   * Makes a NOTED of an {@linkplain #isOpen open} session.
   *
   * @param number of the last packet; this one has none of its own
   */
  public ByteBuffer noted(int number, int notice) {
    ClientPacket.putNoted(plainBuffer, number, notice);
    return seal();
  }

  /**
   * Makes a NEED_STATE of an {@linkplain #isOpen open} session.
   *
   * @param number of the last packet; this one has none of its own
   */
  public ByteBuffer needState(int number) {
    ClientPacket.putNeedState(plainBuffer, number);
    return seal();
  }

  private ByteBuffer seal() {
    int bytes = sealer.seal(plain, plainBuffer.position(), sent);
    plainBuffer.clear();
    return sentBuffer.clear().limit(bytes);
  }

  /** Takes a datagram, from the buffer's position to its limit. Never throws. */
  public Receipt receive(ByteBuffer datagram) {
    int bytes = datagram.remaining();
    if (bytes < 1 || bytes > Datagram.MAX_BYTES) {
      return Receipt.IGNORED;
    }
    datagram.get(received, 0, bytes);
    switch (received[0]) {
      case Datagram.CHALLENGE:
        return onChallenge(bytes);
      case Datagram.REFUSED:
        return onRefused(bytes);
      case Datagram.SEALED:
        return onSealed(bytes);
      default:
        return Receipt.IGNORED;
    }
  }

  private Receipt onChallenge(int bytes) {
    if (sealer != null || bytes != Datagram.CHALLENGE_BYTES || !isAnswer(Datagram.HEADER_BYTES)) {
      return Receipt.IGNORED;
    }
    ByteBuffer in = ByteBuffer.wrap(received);
    in.position(Datagram.HEADER_BYTES + Datagram.CLIENT_NONCE_BYTES);
    challenge = in.getLong();
    in.get(challengeProof);
    sealer =
        new PacketSealer(
            new LaneCipher(Direction.TO_SERVER, grant.clientKey(), clientNonce, challenge));
    opener =
        new PacketOpener(
            new LaneCipher(Direction.TO_CLIENT, grant.serverKey(), clientNonce, challenge));
    return Receipt.CHALLENGED;
  }

  private Receipt onRefused(int bytes) {
    if (open || bytes != Datagram.REFUSED_BYTES || !isAnswer(Datagram.HEADER_BYTES + 1)) {
      return Receipt.IGNORED;
    }
    Refusal given = Refusal.coded(received[Datagram.HEADER_BYTES]);
    if (given == null) {
      return Receipt.IGNORED;
    }
    refusal = given;
    return Receipt.REFUSED;
  }

  /** Answers carry this client's nonce, so only who saw the question can give them. */
  private boolean isAnswer(int nonceAt) {
    ByteBuffer in = ByteBuffer.wrap(received, 1, Datagram.HEADER_BYTES - 1);
    return in.getShort() == Datagram.MAGIC
        && in.get() == Datagram.VERSION
        && ByteBuffer.wrap(received, nonceAt, clientNonce.length)
            .equals(ByteBuffer.wrap(clientNonce));
  }

  private Receipt onSealed(int bytes) {
    if (opener == null || opener.open(received, bytes, opened) != PacketOpener.Opening.OK) {
      return Receipt.IGNORED;
    }
    open = true;
    message.clear().limit(opener.messageBytes());
    return Receipt.MESSAGE;
  }

  /** Returns the last message; it belongs to the session, until the next one. */
  public ByteBuffer message() {
    return message;
  }

  /** Returns whether the server has accepted the client. */
  public boolean isOpen() {
    return open;
  }

  /** Returns why the server opened no session; null when it never said so. */
  public Refusal refusal() {
    return refusal;
  }
}
