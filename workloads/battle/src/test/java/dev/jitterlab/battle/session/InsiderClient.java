package dev.jitterlab.battle.session;

import java.nio.ByteBuffer;
import java.security.SecureRandom;
import java.util.Arrays;

/** A client with a token who seals whatever it likes: what an attacker with an account can do. */
public final class InsiderClient {
  private static final int NONCE_AT = Datagram.HEADER_BYTES;

  private final Grant grant;
  private final byte[] nonce = new byte[Datagram.CLIENT_NONCE_BYTES];
  private final byte[] sealed = new byte[Datagram.MAX_BYTES];
  private PacketSealer sealer;

  /** Begins with a {@link #request}. */
  public InsiderClient(Grant grant, SecureRandom random) {
    this.grant = grant;
    random.nextBytes(nonce);
  }

  /** Makes the REQUEST. */
  public byte[] request() {
    ByteBuffer out = ByteBuffer.allocate(Datagram.REQUEST_BYTES);
    HandshakePacket.putRequest(out, grant, nonce);
    return out.array();
  }

  /** Makes the RESPONSE to a CHALLENGE; from then on it can {@link #seal}. */
  public byte[] response(byte[] answer, int number) {
    ByteBuffer in = ByteBuffer.wrap(answer);
    in.position(NONCE_AT + nonce.length);
    long challenge = in.getLong();
    byte[] proof = new byte[Datagram.TAG_BYTES];
    in.get(proof);
    sealer =
        new PacketSealer(new LaneCipher(Direction.TO_SERVER, grant.clientKey(), nonce, challenge));
    ByteBuffer out = ByteBuffer.allocate(Datagram.RESPONSE_BYTES);
    HandshakePacket.putResponse(out, grant, nonce, challenge, proof, number);
    return out.array();
  }

  /** Seals a message as the session's next packet. */
  public byte[] seal(byte[] message, int bytes) {
    int length = sealer.seal(message, bytes, sealed);
    return Arrays.copyOf(sealed, length);
  }
}
