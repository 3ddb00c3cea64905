package dev.jitterlab.battle.server;

import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Tokens by which strangers prove that they receive at the address that they send from: a keyed
 * hash of the address, so nothing is kept about a stranger. Without them, a forged JOIN would turn
 * the server's states onto a victim. Not thread-safe.
 */
final class JoinTokens {
  private static final String ALGORITHM = "HmacSHA256";

  private final Mac mac;

  /** Uses {@code secret}, which nobody else may know. */
  JoinTokens(byte[] secret) {
    try {
      mac = Mac.getInstance(ALGORITHM);
      mac.init(new SecretKeySpec(secret, ALGORITHM));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every Java platform has " + ALGORITHM, e);
    }
  }

  /** Returns the token of that address, never 0. */
  long tokenOf(InetSocketAddress address) {
    mac.update(address.getAddress().getAddress());
    mac.update((byte) (address.getPort() >> 8));
    long token = ByteBuffer.wrap(mac.doFinal(new byte[] {(byte) address.getPort()})).getLong();
    return token == 0 ? 1 : token;
  }
}
