package dev.jitterlab.battle.cluster;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

import dev.jitterlab.battle.http.HttpError;
import dev.jitterlab.battle.http.JsonHandler;
import dev.jitterlab.battle.http.JsonRequest;
import dev.jitterlab.battle.http.RequestSigner;
import dev.jitterlab.battle.session.Hmac;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.security.MessageDigest;
import java.util.EnumSet;
import java.util.Set;
import java.util.function.LongSupplier;

/**
 * The secret that all processes of a cluster share. Whoever starts the cluster writes it to a file
 * that only the user can read: 64 hexadecimal digits. Services show one another by a header with an
 * HMAC over time, method, target and body that they know it; the time may differ by {@value
 * #TOLERANCE_SECONDS} s. Within that time a request that was overheard can be sent again: requests
 * between services bear that, and they stay on the machine. Thread-safe.
 */
public final class ClusterKey implements RequestSigner {
  private static final String HEADER = "Jitterlab-Service";
  private static final int KEY_BYTES = 32;
  private static final long TOLERANCE_SECONDS = 30;
  private static final Set<PosixFilePermission> OWNER_ONLY =
      EnumSet.of(PosixFilePermission.OWNER_READ, PosixFilePermission.OWNER_WRITE);

  private final byte[] key;
  private final byte[] serviceKey;
  private final LongSupplier epochSeconds;

  /**
   * Creates a key.
   *
   * @param key 32 bytes
   * @param epochSeconds the time
   */
  public ClusterKey(byte[] key, LongSupplier epochSeconds) {
    if (key.length != KEY_BYTES) {
      throw new IllegalArgumentException("a cluster key has 32 bytes, not " + key.length);
    }
    this.key = key.clone();
    this.serviceKey = derive("service");
    this.epochSeconds = epochSeconds;
  }

  /**
   * Reads a key file.
   *
   * @throws IOException if it cannot be read, others can read it too, or it holds no key
   */
  public static ClusterKey read(Path file) throws IOException {
    if (!OWNER_ONLY.containsAll(Files.getPosixFilePermissions(file))) {
      throw new IOException("others can read the key file " + file + "; chmod 600 it");
    }
    String text = Files.readString(file, US_ASCII).trim();
    if (!text.matches("[0-9a-f]{64}")) {
      throw new IOException("the key file " + file + " does not hold 64 hexadecimal digits");
    }
    byte[] key = new byte[KEY_BYTES];
    for (int i = 0; i < KEY_BYTES; i++) {
      key[i] = (byte) Integer.parseInt(text.substring(2 * i, 2 * i + 2), 16);
    }
    return new ClusterKey(key, () -> System.currentTimeMillis() / 1_000);
  }

  /** Returns a key of 32 bytes for that purpose, which says nothing about the others. */
  byte[] derive(String purpose) {
    return Hmac.sha256(key, purpose.getBytes(UTF_8));
  }

  /** Returns a copy of the key itself, from which the keys of servers are derived. */
  public byte[] bytes() {
    return key.clone();
  }

  long epochSeconds() {
    return epochSeconds.getAsLong();
  }

  @Override
  public String header() {
    return HEADER;
  }

  @Override
  public String sign(String method, String target, byte[] body) {
    long at = epochSeconds.getAsLong();
    return at + ":" + proof(at, method, target, body);
  }

  private String proof(long at, String method, String target, byte[] body) {
    String head = at + "\n" + method + "\n" + target + "\n";
    StringBuilder hex = new StringBuilder();
    for (byte one : Hmac.sha256(serviceKey, head.getBytes(UTF_8), body)) {
      hex.append(String.format("%02x", one));
    }
    return hex.toString();
  }

  /** Returns a handler that lets only other services of the cluster through, others get 401. */
  public JsonHandler guard(JsonHandler handler) {
    return request -> {
      requireService(request);
      return handler.handle(request);
    };
  }

  private void requireService(JsonRequest request) {
    String given = request.header(HEADER);
    int colon = given == null ? -1 : given.indexOf(':');
    if (colon < 1 || !given.substring(0, colon).matches("[0-9]{1,12}")) {
      throw new HttpError(401, "only services of the cluster may ask this; sign with its key");
    }
    long at = Long.parseLong(given.substring(0, colon));
    String expected = proof(at, request.method(), request.target(), request.bytes());
    if (!MessageDigest.isEqual(
        expected.getBytes(UTF_8), given.substring(colon + 1).getBytes(UTF_8))) {
      throw new HttpError(401, "the signature is not by this cluster's key");
    }
    long seconds = epochSeconds.getAsLong() - at;
    if (Math.abs(seconds) > TOLERANCE_SECONDS) {
      throw new HttpError(401, "the signature is " + seconds + " s old; at most 30 are accepted");
    }
  }
}
