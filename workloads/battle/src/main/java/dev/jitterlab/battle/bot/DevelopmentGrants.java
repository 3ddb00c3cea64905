package dev.jitterlab.battle.bot;

import dev.jitterlab.battle.session.ConnectToken;
import dev.jitterlab.battle.session.ConnectTokens;
import dev.jitterlab.battle.session.Grant;
import java.security.SecureRandom;
import java.util.function.Supplier;

/**
 * Grants for servers that belong to no cluster, minted by the bots themselves: each bot is a player
 * of its own, whatever other bots there are. Thread-safe.
 */
final class DevelopmentGrants {
  private static final long LIFETIME_SECONDS = 60;

  private final SecureRandom random;
  private final ConnectTokens tokens;

  DevelopmentGrants(SecureRandom random) {
    this.random = random;
    this.tokens = ConnectTokens.development(random);
  }

  /** Makes the source of the grants of a new player. */
  Supplier<Grant> newPlayer() {
    long playerId = random.nextLong();
    return () -> issue(playerId);
  }

  private synchronized Grant issue(long playerId) {
    long nowSeconds = System.currentTimeMillis() / 1_000;
    return tokens.issue(playerId, ConnectToken.LOBBY, 0, nowSeconds + LIFETIME_SECONDS);
  }
}
