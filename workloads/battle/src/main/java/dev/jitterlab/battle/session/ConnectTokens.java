package dev.jitterlab.battle.session;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.Arrays;
import javax.crypto.AEADBadTagException;
import javax.crypto.Cipher;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/**
 * Issues and opens the connect tokens of one server (netcode 1.02, with the JDK's AES-128-GCM). Who
 * knows the server's key can do both: the login service, which derives it from the cluster's key,
 * and the server itself, which needs to know no other server's. Not thread-safe.
 */
public final class ConnectTokens {
  /** The longest life of a token; servers remember used ones for so long. */
  public static final int MAX_LIFETIME_SECONDS = 3_600;

  /** The size of a sealed token: nonce, content and tag. */
  public static final int SEALED_BYTES = 77;

  /** The longest server id, in bytes of UTF-8. */
  public static final int MAX_ID_BYTES = 64;

  /** The id of a server that belongs to no cluster. */
  public static final String STANDALONE_ID = "standalone";

  private static final String TRANSFORMATION = "AES/GCM/NoPadding";
  private static final int NONCE_BYTES = 12;
  private static final int CONTENT_BYTES = 49;
  private static final String KEY_LABEL = "jitterlab server key 3 ";

  private final String serverId;
  private final byte[] idBytes;
  private final SecretKeySpec key;
  private final SecureRandom random;
  private final Cipher cipher;

  /**
   * Handles the tokens of that server.
   *
   * @param serverKey 32 bytes, from {@link #serverKey}
   * @throws IllegalArgumentException if the id is empty or longer than 64 bytes
   */
  public ConnectTokens(String serverId, byte[] serverKey, SecureRandom random) {
    this.serverId = serverId;
    this.idBytes = idBytes(serverId);
    this.key = new SecretKeySpec(serverKey, 0, Datagram.KEY_BYTES, "AES");
    this.random = random;
    try {
      this.cipher = Cipher.getInstance(TRANSFORMATION);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every JDK has " + TRANSFORMATION, e);
    }
  }

  /**
   * Handles the tokens of a server that belongs to no cluster. Everybody can read the key here, so
   * such a server must listen on a loopback address only.
   */
  public static ConnectTokens development(SecureRandom random) {
    byte[] wellKnown = "jitterlab development key".getBytes(UTF_8);
    return new ConnectTokens(STANDALONE_ID, serverKey(wellKnown, STANDALONE_ID), random);
  }

  /** Derives a server's key from the cluster's. */
  public static byte[] serverKey(byte[] clusterKey, String serverId) {
    return Hmac.sha256(clusterKey, KEY_LABEL.getBytes(UTF_8), idBytes(serverId));
  }

  static byte[] idBytes(String serverId) {
    byte[] bytes = serverId.getBytes(UTF_8);
    if (bytes.length < 1 || bytes.length > MAX_ID_BYTES) {
      throw new IllegalArgumentException("a server id has 1 to 64 bytes, not '" + serverId + "'");
    }
    return bytes;
  }

  /** Issues a token with fresh keys; {@code battle} is {@link ConnectToken#LOBBY} for the lobby. */
  public Grant issue(long playerId, long battle, int seat, long expiresAtSeconds) {
    byte[] clientKey = randomBytes(Datagram.KEY_BYTES);
    byte[] serverKey = randomBytes(Datagram.KEY_BYTES);
    byte[] nonce = randomBytes(NONCE_BYTES);
    byte[] content =
        ByteBuffer.allocate(CONTENT_BYTES)
            .putLong(playerId)
            .putLong(battle)
            .put((byte) seat)
            .put(clientKey)
            .put(serverKey)
            .array();
    byte[] sealed = new byte[SEALED_BYTES];
    System.arraycopy(nonce, 0, sealed, 0, NONCE_BYTES);
    try {
      init(Cipher.ENCRYPT_MODE, nonce, expiresAtSeconds);
      int unused = cipher.doFinal(content, 0, CONTENT_BYTES, sealed, NONCE_BYTES);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("AES-GCM encrypts anything", e);
    }
    return new Grant(serverId, expiresAtSeconds, sealed, clientKey, serverKey);
  }

  private byte[] randomBytes(int count) {
    byte[] bytes = new byte[count];
    random.nextBytes(bytes);
    return bytes;
  }

  /**
   * Opens a sealed token of that expiry; null when it was not issued for this server, that expiry
   * and this version. Whether it has expired is for the caller to say.
   */
  public ConnectToken open(byte[] sealed, long expiresAtSeconds) {
    byte[] content = new byte[CONTENT_BYTES];
    try {
      init(Cipher.DECRYPT_MODE, sealed, expiresAtSeconds);
      int unused = cipher.doFinal(sealed, NONCE_BYTES, SEALED_BYTES - NONCE_BYTES, content, 0);
    } catch (AEADBadTagException e) {
      return null;
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("AES-GCM decrypts or refuses", e);
    }
    ByteBuffer in = ByteBuffer.wrap(content);
    long playerId = in.getLong();
    long battle = in.getLong();
    int seat = in.get() & 0xFF;
    byte[] clientKey = new byte[Datagram.KEY_BYTES];
    byte[] serverKey = new byte[Datagram.KEY_BYTES];
    in.get(clientKey).get(serverKey);
    return new ConnectToken(playerId, battle, seat, expiresAtSeconds, clientKey, serverKey);
  }

  private void init(int mode, byte[] nonce, long expiresAtSeconds) throws GeneralSecurityException {
    cipher.init(
        mode, key, new GCMParameterSpec(Byte.SIZE * Datagram.TAG_BYTES, nonce, 0, NONCE_BYTES));
    ByteBuffer bound = ByteBuffer.allocate(Short.BYTES + 1 + Long.BYTES + idBytes.length);
    bound.putShort(Datagram.MAGIC).put(Datagram.VERSION).putLong(expiresAtSeconds).put(idBytes);
    cipher.updateAAD(bound.array());
  }

  /** Returns whether that id, as {@code length} bytes, is this server's. */
  boolean isFor(byte[] id, int length) {
    return Arrays.equals(id, 0, length, idBytes, 0, idBytes.length);
  }
}
