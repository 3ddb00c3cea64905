package dev.jitterlab.battle.session;

import java.security.GeneralSecurityException;
import java.util.Arrays;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * HMAC-SHA256 (RFC 2104), for keys and proofs of the handshake and of the cluster; never per
 * packet. Stateless.
 */
public final class Hmac {
  private static final String ALGORITHM = "HmacSHA256";

  private Hmac() {}

  /**
   * Returns the 32 bytes for the concatenation of the parts; where their lengths vary, they
   * themselves must say where one ends.
   */
  public static byte[] sha256(byte[] key, byte[]... parts) {
    try {
      Mac mac = Mac.getInstance(ALGORITHM);
      mac.init(new SecretKeySpec(key, ALGORITHM));
      for (byte[] part : parts) {
        mac.update(part);
      }
      return mac.doFinal();
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every JDK has " + ALGORITHM, e);
    }
  }

  /** Returns the first 16 of those bytes: a key, or a proof. */
  static byte[] sha256Half(byte[] key, byte[]... parts) {
    return Arrays.copyOf(sha256(key, parts), Datagram.KEY_BYTES);
  }
}
