package dev.jitterlab.battle.session;

/**
 * What a connect token says: this player may take this seat on that server, with these keys, until
 * then. Sealed and opened by {@link ConnectTokens}. Immutable and thread-safe.
 */
public final class ConnectToken {
  /** The {@link #battle} of a token for the server's own lobby. */
  public static final long LOBBY = 0;

  private final long playerId;
  private final long battle;
  private final int seat;
  private final long expiresAtSeconds;
  final byte[] clientKey;
  final byte[] serverKey;

  ConnectToken(
      long playerId,
      long battle,
      int seat,
      long expiresAtSeconds,
      byte[] clientKey,
      byte[] serverKey) {
    this.playerId = playerId;
    this.battle = battle;
    this.seat = seat;
    this.expiresAtSeconds = expiresAtSeconds;
    this.clientKey = clientKey;
    this.serverKey = serverKey;
  }

  /** Returns who the player is, whatever his address. */
  public long playerId() {
    return playerId;
  }

  /** Returns the battle that the player has a seat in, or {@link #LOBBY}. */
  public long battle() {
    return battle;
  }

  /** Returns the seat, 0 to 255; without a meaning in the lobby. */
  public int seat() {
    return seat;
  }

  /** Returns when the token is worth nothing any more, in seconds since the epoch. */
  public long expiresAtSeconds() {
    return expiresAtSeconds;
  }
}
