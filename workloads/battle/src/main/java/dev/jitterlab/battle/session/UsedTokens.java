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
    return use == null || use.address.equals(address);
  }

  /** Returns whether there is no room to remember a token that was not used before. */
  public boolean isFullFor(long tokenId) {
    return uses.size() >= capacity && !uses.containsKey(tokenId);
  }

  /**
   * Returns whether neither that challenge nor a later one was answered with the token before: a
   * session with the same keys must not begin again. Remembers nothing.
   */
  public boolean isNewer(long tokenId, long challenge) {
    Use use = uses.get(tokenId);
    return use == null || challenge - use.challenge > 0;
  }

  /**
   * Gives a token that {@link #isFree}, and that there is room for, to the address, and remembers
   * that challenge; false, and nothing happens, when it is not {@linkplain #isNewer newer}.
   */
  public boolean use(
      long tokenId, InetSocketAddress address, long challenge, long expiresAtSeconds) {
    if (!isNewer(tokenId, challenge)) {
      return false;
    }
    Use use = uses.get(tokenId);
    if (use == null) {
      uses.put(tokenId, new Use(address, expiresAtSeconds, challenge));
    } else {
      use.challenge = challenge;
    }
    return true;
  }

  /** Forgets what has expired. */
  public void forgetExpired(long nowSeconds) {
    uses.values().removeIf(use -> use.expiresAtSeconds < nowSeconds);
  }
}
