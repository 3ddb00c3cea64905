package dev.jitterlab.battle.session;

import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.util.Arrays;

/**
 * A REQUEST or a RESPONSE: what both say, and what only the latter does. One object decodes any
 * number of them; its fields are those of the last that was well-formed. Not thread-safe.
 */
final class HandshakePacket {
  private static final int COMMON_BYTES = 170;
  private static final int PROOF_AT = Datagram.RESPONSE_BYTES - Datagram.TAG_BYTES;
  private static final byte[] PROOF_LABEL = {'J', 'B', Datagram.VERSION, 'r'};

  final byte[] clientNonce = new byte[Datagram.CLIENT_NONCE_BYTES];
  final byte[] id = new byte[ConnectTokens.MAX_ID_BYTES];
  final byte[] token = new byte[ConnectTokens.SEALED_BYTES];
  final byte[] challengeProof = new byte[Datagram.TAG_BYTES];
  private final byte[] proof = new byte[Datagram.TAG_BYTES];
  private final byte[] bytes = new byte[PROOF_AT];
  int kind;
  int idBytes;
  long expiresAtSeconds;
  long challenge;
  int firstNumber;

  static void putRequest(ByteBuffer out, Grant grant, byte[] clientNonce) {
    putCommon(out, Datagram.REQUEST, grant, clientNonce);
    out.put(new byte[Datagram.REQUEST_BYTES - COMMON_BYTES]);
  }

  /** Writes a RESPONSE from the start of the buffer. */
  static void putResponse(
      ByteBuffer out, Grant grant, byte[] clientNonce, long challenge, byte[] proof, int first) {
    putCommon(out, Datagram.RESPONSE, grant, clientNonce);
    out.putLong(challenge).put(proof).putInt(first);
    byte[] before = new byte[PROOF_AT];
    out.duplicate().flip().get(before);
    out.put(Hmac.sha256Half(grant.clientKey(), PROOF_LABEL, before));
  }

  private static void putCommon(ByteBuffer out, int kind, Grant grant, byte[] clientNonce) {
    byte[] id = ConnectTokens.idBytes(grant.serverId());
    out.put((byte) kind).putShort(Datagram.MAGIC).put(Datagram.VERSION).put(clientNonce);
    out.putLong(grant.expiresAtSeconds()).put((byte) id.length);
    out.put(Arrays.copyOf(id, ConnectTokens.MAX_ID_BYTES)).put(grant.token());
  }

  /** Reads a datagram; false when it is neither of the two. Never throws. */
  boolean decode(byte[] datagram, int length) {
    if (length != Datagram.REQUEST_BYTES && length != Datagram.RESPONSE_BYTES) {
      return false;
    }
    ByteBuffer in = ByteBuffer.wrap(datagram, 0, length);
    kind = in.get();
    if (length != (kind == Datagram.REQUEST ? Datagram.REQUEST_BYTES : Datagram.RESPONSE_BYTES)
        || (kind != Datagram.REQUEST && kind != Datagram.RESPONSE)
        || in.getShort() != Datagram.MAGIC
        || in.get() != Datagram.VERSION) {
      return false;
    }
    in.get(clientNonce);
    expiresAtSeconds = in.getLong();
    idBytes = in.get();
    in.get(id).get(token);
    if (idBytes < 1 || idBytes > id.length || !isZero(id, idBytes, id.length)) {
      return false;
    }
    if (kind == Datagram.REQUEST) {
      return isZero(datagram, COMMON_BYTES, length);
    }
    challenge = in.getLong();
    in.get(challengeProof);
    firstNumber = in.getInt();
    in.get(proof);
    System.arraycopy(datagram, 0, bytes, 0, PROOF_AT);
    return true;
  }

  private static boolean isZero(byte[] bytes, int from, int to) {
    for (int i = from; i < to; i++) {
      if (bytes[i] != 0) {
        return false;
      }
    }
    return true;
  }

  /** Returns whether the sender of a RESPONSE has the token's key. */
  boolean provesKey(byte[] clientKey) {
    return MessageDigest.isEqual(proof, Hmac.sha256Half(clientKey, PROOF_LABEL, bytes));
  }

  /** Returns 64 bits by which authentic tokens differ: the start of the sealed token's tag. */
  long tokenId() {
    return ByteBuffer.wrap(token).getLong(token.length - Datagram.TAG_BYTES);
  }
}
