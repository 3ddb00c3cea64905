package dev.jitterlab.battle.session;

import dev.jitterlab.battle.Labelled;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.SecureRandom;

/**
 * The server's half of the handshake. It keeps nothing of a client: REQUEST and RESPONSE both carry
 * the connect token, and a challenge is a keyed hash of whom it was given to and when. Whether a
 * client that has {@link Outcome#RESPONDED} gets a session is for the caller to say. Not
 * thread-safe.
 */
public final class ServerHandshake {
  /** What a REQUEST or a RESPONSE turned out to be. */
  public enum Outcome implements Labelled {
    /** A REQUEST with an authentic token. */
    REQUESTED,
    /** A RESPONSE from a client that receives at its address and has the token's key. */
    RESPONDED,
    /** Not issued for this server by who knows its key. */
    FORGED_TOKEN,
    /** Authentic, but too late or for longer than a token may live. */
    EXPIRED_TOKEN,
    /** A RESPONSE to no challenge of this server, or to one of long ago, or without the key. */
    BAD_RESPONSE;
  }

  private static final long CHALLENGE_LIFETIME_NS = 10_000_000_000L;
  private static final int ADDRESS_BYTES = 17 + Short.BYTES;

  private final ConnectTokens tokens;
  private final byte[] challengeKey = new byte[Datagram.KEY_BYTES];
  private final HandshakePacket packet = new HandshakePacket();
  private ConnectToken token;
  private long lastChallenge;

  /** Opens tokens with these keys; the random numbers become the key of the challenges. */
  public ServerHandshake(ConnectTokens tokens, SecureRandom random, long nowNs) {
    this.tokens = tokens;
    this.lastChallenge = nowNs;
    random.nextBytes(challengeKey);
  }

  /**
   * Reads a REQUEST or a RESPONSE; false when it is neither, or for another server. Cheap: no
   * cryptography.
   */
  public boolean decode(byte[] datagram, int bytes) {
    return packet.decode(datagram, bytes) && tokens.isFor(packet.id, packet.idBytes);
  }

  /** Returns whether the packet that was decoded last says that it is a RESPONSE. */
  public boolean isResponse() {
    return packet.kind == Datagram.RESPONSE;
  }

  /** Verifies the packet that was decoded last. Costs up to four HMACs and a decryption. */
  public Outcome verify(InetSocketAddress from, long nowNs, long nowSeconds) {
    if (isResponse()
        && (nowNs - packet.challenge > CHALLENGE_LIFETIME_NS
            || !MessageDigest.isEqual(packet.challengeProof, proof(from, packet.challenge)))) {
      return Outcome.BAD_RESPONSE;
    }
    token = tokens.open(packet.token, packet.expiresAtSeconds);
    if (token == null) {
      return Outcome.FORGED_TOKEN;
    }
    long leftSeconds = packet.expiresAtSeconds - nowSeconds;
    if (leftSeconds < 0 || leftSeconds > ConnectTokens.MAX_LIFETIME_SECONDS) {
      return Outcome.EXPIRED_TOKEN;
    }
    if (!isResponse()) {
      return Outcome.REQUESTED;
    }
    return packet.provesKey(token.clientKey) ? Outcome.RESPONDED : Outcome.BAD_RESPONSE;
  }

  /** The number of a challenge, later than all before, is what tells two sessions apart. */
  private byte[] proof(InetSocketAddress from, long challenge) {
    byte[] host = from.getAddress().getAddress();
    ByteBuffer bound =
        ByteBuffer.allocate(ADDRESS_BYTES + Datagram.CLIENT_NONCE_BYTES + 2 * Long.BYTES);
    bound.put((byte) host.length).put(host).putShort((short) from.getPort());
    bound.put(packet.clientNonce).putLong(packet.tokenId()).putLong(challenge);
    return Hmac.sha256Half(challengeKey, bound.array());
  }

  /** Writes the CHALLENGE that answers the REQUEST verified last. */
  public void putChallenge(ByteBuffer out, InetSocketAddress to, long nowNs) {
    lastChallenge = Math.max(lastChallenge + 1, nowNs);
    putStart(out, Datagram.CHALLENGE);
    out.put(packet.clientNonce).putLong(lastChallenge).put(proof(to, lastChallenge));
  }

  /** Writes a REFUSED for the packet verified last. */
  public void putRefused(ByteBuffer out, Refusal refusal) {
    putStart(out, Datagram.REFUSED);
    out.put((byte) refusal.code()).put(packet.clientNonce);
  }

  private static void putStart(ByteBuffer out, int kind) {
    out.put((byte) kind).putShort(Datagram.MAGIC).put(Datagram.VERSION);
  }

  /** Returns the token of the packet verified last; null when it was forged. */
  public ConnectToken token() {
    return token;
  }

  /** Returns 64 bits by which authentic tokens differ. */
  public long tokenId() {
    return packet.tokenId();
  }

  /** Returns which challenge the RESPONSE verified last answers; greater for later ones. */
  public long challenge() {
    return packet.challenge;
  }

  /** Returns the number of that RESPONSE among the client's messages. */
  public int firstNumber() {
    return packet.firstNumber;
  }

  /** Makes what opens the packets of the client whose RESPONSE was verified last. */
  public PacketOpener opener() {
    return new PacketOpener(
        new LaneCipher(Direction.TO_SERVER, token.clientKey, packet.clientNonce, packet.challenge));
  }

  /** Makes what seals the packets to that client. */
  public PacketSealer sealer() {
    return new PacketSealer(
        new LaneCipher(Direction.TO_CLIENT, token.serverKey, packet.clientNonce, packet.challenge));
  }
}
