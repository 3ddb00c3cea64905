package dev.jitterlab.battle.session;

import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import javax.crypto.Cipher;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/**
 * AES-128-GCM for one direction of one session. The key is derived from the connect token's, from
 * the client's random nonce and the number of the server's challenge: two sessions never have the
 * same, even if they come from the same token, so a sequence may start from 1 in each.
 *
 * <p>The nonce of a packet is direction, the low 56 bits of the challenge's number, and sequence.
 * Everything here is reused from packet to packet but what the JDK needs: a {@code
 * GCMParameterSpec} and what {@code Cipher.init} makes of it. Not thread-safe.
 */
final class LaneCipher {
  private static final int NONCE_BYTES = 12;
  private static final int SEQUENCE_AT = 8;

  private final Cipher cipher;
  private final SecretKeySpec key;
  private final byte[] nonce = new byte[NONCE_BYTES];
  private final ByteBuffer nonceBuffer = ByteBuffer.wrap(nonce);
  private final byte[] bound;

  LaneCipher(Direction direction, byte[] tokenKey, byte[] clientNonce, long challenge) {
    byte[] number = ByteBuffer.allocate(Long.BYTES).putLong(challenge).array();
    byte[] derived = Hmac.sha256Half(tokenKey, direction.keyLabel(), clientNonce, number);
    this.key = new SecretKeySpec(derived, "AES");
    this.bound =
        ByteBuffer.allocate(Datagram.HEADER_BYTES)
            .putShort(Datagram.MAGIC)
            .put(Datagram.VERSION)
            .put(direction.code)
            .array();
    nonceBuffer.putLong(0, challenge).put(0, direction.code);
    try {
      this.cipher = Cipher.getInstance("AES/GCM/NoPadding");
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every JDK has AES-GCM", e);
    }
  }

  /** Encrypts or decrypts one packet; returns how many bytes came out. */
  int apply(int mode, int sequence, byte[] in, int from, int bytes, byte[] out, int to)
      throws GeneralSecurityException {
    nonceBuffer.putInt(SEQUENCE_AT, sequence);
    cipher.init(mode, key, new GCMParameterSpec(Byte.SIZE * Datagram.TAG_BYTES, nonce));
    cipher.updateAAD(bound);
    return cipher.doFinal(in, from, bytes, out, to);
  }
}
