package dev.jitterlab.battle.session;

import java.net.InetSocketAddress;
import java.util.HashMap;
import java.util.Map;

/**
 * The connect tokens that opened a session, until they expire: each belongs to the address that
 * used it first, and each challenge is answered once. Only authentic tokens get in, and at most
 * {@code capacity} of them. Not thread-safe.
 */
public final class UsedTokens {
  /** Who used a token, and his latest challenge. */
  private static final class Use {
    private final InetSocketAddress address;
    private final long expiresAtSeconds;
    private long challenge;

    Use(InetSocketAddress address, long expiresAtSeconds, long challenge) {
      this.address = address;
      this.expiresAtSeconds = expiresAtSeconds;
      this.challenge = challenge;
    }
  }

  private final int capacity;
  private final Map<Long, Use> uses = new HashMap<>();

  /** Remembers at most that many tokens. */
  public UsedTokens(int capacity) {
    this.capacity = capacity;
  }

  /** Returns whether the token is new, or is that address's. */
  public boolean isFree(long tokenId, InetSocketAddress address) {
    Use use = uses.get(tokenId);
    return use == null ? uses.size() < capacity : use.address.equals(address);
  }

  /**
   * Gives a token that {@link #isFree} to the address; false when that challenge, or a later one,
   * was answered with it before: a session with the same keys must not begin again.
   */
  public boolean use(
      long tokenId, InetSocketAddress address, long challenge, long expiresAtSeconds) {
    Use use = uses.get(tokenId);
    if (use == null) {
      uses.put(tokenId, new Use(address, expiresAtSeconds, challenge));
      return true;
    }
    if (challenge - use.challenge <= 0) {
      return false;
    }
    use.challenge = challenge;
    return true;
  }

  /** Forgets what has expired. */
  public void forgetExpired(long nowSeconds) {
    uses.values().removeIf(use -> use.expiresAtSeconds < nowSeconds);
  }
}
