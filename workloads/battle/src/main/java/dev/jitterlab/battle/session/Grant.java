package dev.jitterlab.battle.session;

/**
 * What a client gets to play with: a sealed connect token, which it cannot read, and the keys in
 * it. To be handed over on a private channel. Immutable as long as nobody writes to the arrays;
 * thread-safe.
 */
public final class Grant {
  private final String serverId;
  private final long expiresAtSeconds;
  private final byte[] token;
  private final byte[] clientKey;
  private final byte[] serverKey;

  /**
   * Puts a grant together again that came over a private channel.
   *
   * @throws IllegalArgumentException if a part does not have its length
   */
  public Grant(
      String serverId, long expiresAtSeconds, byte[] token, byte[] clientKey, byte[] serverKey) {
    ConnectTokens.idBytes(serverId);
    requireLength("token", token, ConnectTokens.SEALED_BYTES);
    requireLength("client key", clientKey, Datagram.KEY_BYTES);
    requireLength("server key", serverKey, Datagram.KEY_BYTES);
    this.serverId = serverId;
    this.expiresAtSeconds = expiresAtSeconds;
    this.token = token.clone();
    this.clientKey = clientKey.clone();
    this.serverKey = serverKey.clone();
  }

  private static void requireLength(String name, byte[] bytes, int length) {
    if (bytes.length != length) {
      throw new IllegalArgumentException(
          "a grant's " + name + " has " + length + " bytes, not " + bytes.length);
    }
  }

  /** Returns the server that the grant is for. */
  public String serverId() {
    return serverId;
  }

  /** Returns when the token expires, in seconds since the epoch. */
  public long expiresAtSeconds() {
    return expiresAtSeconds;
  }

  /** Returns a copy of the sealed token. */
  public byte[] token() {
    return token.clone();
  }

  /** Returns a copy of the key of what the client sends. */
  public byte[] clientKey() {
    return clientKey.clone();
  }

  /** Returns a copy of the key of what the server sends. */
  public byte[] serverKey() {
    return serverKey.clone();
  }
}
