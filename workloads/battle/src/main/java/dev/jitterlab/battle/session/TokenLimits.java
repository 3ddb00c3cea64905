package dev.jitterlab.battle.session;

import java.net.InetAddress;

/**
 * How many packets of the handshake each connect token may bring from an address: more than any
 * honest client sends, and few enough that verifying them costs a server next to nothing. The limit
 * is asked before any cryptography, but only authentic packets count: nobody uses it up with a
 * token that he has not seen. Not thread-safe.
 */
public final class TokenLimits {
  /** Two handshakes in which every packet was lost several times. */
  public static final int AT_ONCE = 24;

  private static final long PERIOD_NS = 250_000_000L;
  private static final int BITS = 14;

  private final KeyedLimits limits;

  /** {@code secret} is for the hash. */
  public TokenLimits(long secret, long nowNs) {
    this.limits = new KeyedLimits(BITS, secret, () -> new RateLimit(PERIOD_NS, AT_ONCE, nowNs));
  }

  /** Returns the limit of a token, by {@link ServerHandshake#tokenId}, at an address. */
  public RateLimit of(long tokenId, InetAddress address) {
    return limits.of(tokenId + address.hashCode());
  }
}
