package dev.jitterlab.aggregator.page;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.Base64;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * The sessions of customers: 18 random bytes and, so that nobody else can make one, half of their
 * HMAC-SHA256, both in Base64. There is exactly one text for each session. Thread-safe.
 */
public final class SignedSessions {
  private static final String ALGORITHM = "HmacSHA256";
  private static final int RANDOM_BYTES = 18;
  private static final int RANDOM_CHARS = 24;
  private static final int SIGNATURE_BYTES = 16;
  private static final int SIGNATURE_CHARS = 22;

  private final Mac original; // only copies of it are used
  private final SecureRandom random = new SecureRandom();

  /**
   * Creates sessions.
   *
   * @param key secret: it is enough to make sessions
   */
  public SignedSessions(byte[] key) {
    try {
      original = Mac.getInstance(ALGORITHM);
      original.init(new SecretKeySpec(key, ALGORITHM));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every JDK has " + ALGORITHM, e);
    }
  }

  /** Returns a session that nobody has. */
  public String create() {
    String fresh = freshText();
    return fresh + signature(fresh);
  }

  /** Returns a text that nobody has. */
  String freshText() {
    byte[] bytes = new byte[RANDOM_BYTES];
    random.nextBytes(bytes);
    return text(bytes);
  }

  /** Returns whether a session was created with this key. */
  boolean isOurs(String session) {
    if (session.length() != RANDOM_CHARS + SIGNATURE_CHARS) {
      return false;
    }
    byte[] signature = session.substring(RANDOM_CHARS).getBytes(StandardCharsets.UTF_8);
    byte[] ours = signature(session.substring(0, RANDOM_CHARS)).getBytes(StandardCharsets.UTF_8);
    return MessageDigest.isEqual(signature, ours); // takes as long wherever they differ
  }

  private String signature(String fresh) {
    Mac mac;
    try {
      mac = (Mac) original.clone();
    } catch (CloneNotSupportedException e) {
      throw new IllegalStateException("the JDK's own can be cloned", e);
    }
    byte[] whole = mac.doFinal(fresh.getBytes(StandardCharsets.UTF_8));
    return text(Arrays.copyOf(whole, SIGNATURE_BYTES));
  }

  private static String text(byte[] bytes) {
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }
}
