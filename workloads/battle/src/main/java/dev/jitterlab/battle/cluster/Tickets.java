package dev.jitterlab.battle.cluster;

import dev.jitterlab.battle.http.HttpError;

/**
 * What a player shows after the login: player and expiry, signed with a key that only services
 * have. Who holds a ticket is that player until it expires. Thread-safe.
 */
public final class Tickets {
  /** How long a ticket is good: a session of play. */
  public static final long LIFETIME_SECONDS = 3_600;

  private final ClusterKey clusterKey;
  private final SignedNumbers numbers;

  /** Handles the tickets of a cluster. */
  public Tickets(ClusterKey clusterKey) {
    this.clusterKey = clusterKey;
    this.numbers = new SignedNumbers(clusterKey.derive("ticket"), 2);
  }

  /** Returns when a ticket that is issued now expires, in seconds since the epoch. */
  public long expiry() {
    return clusterKey.epochSeconds.getAsLong() + LIFETIME_SECONDS;
  }

  /** Issues a ticket that is good until then. */
  public String issue(long player, long expiresAtSeconds) {
    return numbers.sign(player, expiresAtSeconds);
  }

  /**
   * Returns whose ticket it is.
   *
   * @throws HttpError with status 401 when it is none of this cluster, or has expired
   */
  public long player(String ticket) {
    long[] playerAndExpiry = numbers.read(ticket);
    if (playerAndExpiry == null) {
      throw new HttpError(401, "the ticket is not by this cluster's login; log in");
    }
    if (playerAndExpiry[1] < clusterKey.epochSeconds.getAsLong()) {
      throw new HttpError(401, "the ticket has expired; log in again");
    }
    return playerAndExpiry[0];
  }
}
