package dev.jitterlab.battle.cluster;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.jitterlab.battle.http.HttpError;
import dev.jitterlab.battle.http.JsonHandler;
import dev.jitterlab.battle.http.JsonRequest;
import dev.jitterlab.battle.session.ConnectTokens;
import dev.jitterlab.battle.session.Hmac;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.function.Function;
import java.util.function.LongSupplier;

/**
 * The secret that the services of a cluster share, and from which the keys of its battle servers
 * are derived. Whoever starts the cluster writes it to a file that only the user can read: 64
 * hexadecimal digits. Services show one another by {@linkplain SignedRequests signed requests} that
 * they know it. Battle servers do not get it, only a {@link ServerKey} each. Thread-safe.
 */
public final class ClusterKey extends SignedRequests {
  static final LongSupplier EPOCH_SECONDS = () -> System.currentTimeMillis() / 1_000;

  private static final int KEY_BYTES = 32;

  private final byte[] key;

  /**
   * Creates a key.
   *
   * @param key 32 bytes
   * @param epochSeconds the time
   */
  public ClusterKey(byte[] key, LongSupplier epochSeconds) {
    super(key, epochSeconds);
    if (key.length != KEY_BYTES) {
      throw new IllegalArgumentException("a cluster key has 32 bytes, not " + key.length);
    }
    this.key = key.clone();
  }

  /**
   * Reads a key file.
   *
   * @throws IOException if it cannot be read, others can read it too, or it holds no key
   */
  public static ClusterKey read(Path file) throws IOException {
    return new ClusterKey(bytesOf(file), EPOCH_SECONDS);
  }

  static byte[] bytesOf(Path file) throws IOException {
    if (!PosixFilePermissions.fromString("rw-------")
        .containsAll(Files.getPosixFilePermissions(file))) {
      throw new IOException("others can read the key file " + file + "; chmod 600 it");
    }
    String text = new String(Files.readAllBytes(file), UTF_8).trim(); // of any bytes
    if (!text.matches("[0-9a-f]{64}")) {
      throw new IOException("the key file " + file + " does not hold 64 hexadecimal digits");
    }
    byte[] key = new byte[KEY_BYTES];
    for (int i = 0; i < KEY_BYTES; i++) {
      key[i] = (byte) Integer.parseInt(text.substring(2 * i, 2 * i + 2), 16);
    }
    return key;
  }

  /** Returns a key of 32 bytes for that purpose, which says nothing about the others. */
  byte[] derive(String purpose) {
    return Hmac.sha256(key, purpose.getBytes(UTF_8));
  }

  /**
   * Returns the key of a battle server.
   *
   * @throws IllegalArgumentException if no server can have that id
   */
  public ServerKey ofServer(String serverId) {
    return new ServerKey(ConnectTokens.serverKey(key, serverId), epochSeconds);
  }

  /**
   * Returns a handler for what a battle server says of itself: it lets that server through, and
   * services; others get 401, also other battle servers.
   *
   * @param serverId finds in the request of which server it is
   */
  public JsonHandler guardServer(Function<JsonRequest, String> serverId, JsonHandler handler) {
    return request -> {
      requireSigned(request);
      ServerKey ofServer = ofServer(idOf(request, serverId));
      (ofServer.isBy(request) ? ofServer : this).require(request);
      return handler.handle(request);
    };
  }

  private static String idOf(JsonRequest request, Function<JsonRequest, String> serverId) {
    String id = serverId.apply(request);
    if (id.getBytes(UTF_8).length > ConnectTokens.MAX_ID_BYTES) {
      throw new HttpError(400, "a server's id has at most 64 bytes; found " + id);
    }
    return id;
  }
}
