package dev.jitterlab.battle.cluster;

import java.io.IOException;
import java.nio.file.Path;
import java.util.function.LongSupplier;

/**
 * The secret of one battle server, which it shares with the services of its cluster: they derive it
 * from the {@link ClusterKey} and the server's id, and the server has nothing else. So whoever gets
 * hold of it can neither issue tickets, nor tokens for other servers, nor speak for them.
 * Thread-safe.
 */
public final class ServerKey extends SignedRequests {
  private final byte[] key;

  ServerKey(byte[] key, LongSupplier epochSeconds) {
    super(key, epochSeconds);
    this.key = key;
  }

  /**
   * Reads a key file.
   *
   * @throws IOException if it cannot be read, others can read it too, or it holds no key
   */
  public static ServerKey read(Path file) throws IOException {
    return new ServerKey(ClusterKey.bytesOf(file), ClusterKey.EPOCH_SECONDS);
  }

  /** Returns what seals and opens connect tokens for the server. */
  public byte[] tokenKey() {
    return key.clone();
  }
}
