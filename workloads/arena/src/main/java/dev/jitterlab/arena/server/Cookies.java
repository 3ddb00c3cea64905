package dev.jitterlab.arena.server;

import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Makes sure that a client is at the address that it sends from, and keeps nothing for it until
 * then: a cookie is a function of address, the client's nonce, a secret, and the time to 30
 * seconds. Each port has its own object, with the same secret; for one thread.
 */
final class Cookies {
  private static final long LIFE_NS = 30_000_000_000L;

  private final Mac mac;

  Cookies(byte[] secret) {
    try {
      mac = Mac.getInstance("HmacSHA256");
      mac.init(new SecretKeySpec(secret, "HmacSHA256"));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every JDK has HmacSHA256", e);
    }
  }

  static byte[] newSecret(SecureRandom random) {
    byte[] secret = new byte[32];
    random.nextBytes(secret);
    return secret;
  }

  /** Returns the cookie of now; never 0. */
  long make(InetSocketAddress from, long nonce, long nowNs) {
    return make(from, nonce, nowNs, 0);
  }

  private long make(InetSocketAddress from, long nonce, long nowNs, int before) {
    byte[] address = from.getAddress().getAddress();
    ByteBuffer text = ByteBuffer.allocate(address.length + 4 + 2 * Long.BYTES);
    text.put(address).putInt(from.getPort()).putLong(nonce).putLong(nowNs / LIFE_NS - before);
    long cookie = ByteBuffer.wrap(mac.doFinal(text.array())).getLong();
    return cookie == 0 ? 1 : cookie;
  }

  /** Returns whether a cookie was made for that client, at most a minute ago. */
  boolean isGood(long cookie, InetSocketAddress from, long nonce, long nowNs) {
    return cookie != 0
        && (cookie == make(from, nonce, nowNs, 0) || cookie == make(from, nonce, nowNs, 1));
  }
}
