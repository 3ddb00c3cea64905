package dev.jitterlab.battle.cluster;

import dev.jitterlab.battle.http.HttpError;
import dev.jitterlab.battle.session.Hmac;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.Base64;

/**
 * What a player shows after the login: player and expiry, signed with a key that only services
 * have. Who holds a ticket is that player until it expires. Thread-safe.
 */
public final class Tickets {
  /** How long a ticket is good: a session of play. */
  public static final long LIFETIME_SECONDS = 3_600;

  private static final int SIGNED_BYTES = 2 * Long.BYTES;
  private static final int PROOF_BYTES = 16;

  private final ClusterKey clusterKey;
  private final byte[] key;

  /** Handles the tickets of a cluster. */
  public Tickets(ClusterKey clusterKey) {
    this.clusterKey = clusterKey;
    this.key = clusterKey.derive("ticket");
  }

  /** Returns when a ticket that is issued now expires, in seconds since the epoch. */
  public long expiry() {
    return clusterKey.epochSeconds() + LIFETIME_SECONDS;
  }

  /** Issues a ticket that is good until then. */
  public String issue(long player, long expiresAtSeconds) {
    byte[] ticket = new byte[SIGNED_BYTES + PROOF_BYTES];
    ByteBuffer.wrap(ticket).putLong(player).putLong(expiresAtSeconds).put(proof(ticket));
    return Base64.getUrlEncoder().withoutPadding().encodeToString(ticket);
  }

  /**
   * Returns whose ticket it is.
   *
   * @throws HttpError with status 401 when it is none of this cluster, or has expired
   */
  public long player(String ticket) {
    byte[] bytes;
    try {
      bytes = Base64.getUrlDecoder().decode(ticket);
    } catch (IllegalArgumentException e) {
      bytes = new byte[0];
    }
    if (bytes.length != SIGNED_BYTES + PROOF_BYTES
        || !MessageDigest.isEqual(
            proof(bytes), Arrays.copyOfRange(bytes, SIGNED_BYTES, bytes.length))) {
      throw new HttpError(401, "the ticket is not by this cluster's login; log in");
    }
    ByteBuffer fields = ByteBuffer.wrap(bytes);
    long player = fields.getLong();
    if (fields.getLong() < clusterKey.epochSeconds()) {
      throw new HttpError(401, "the ticket has expired; log in again");
    }
    return player;
  }

  private byte[] proof(byte[] ticket) {
    byte[] proof = Hmac.sha256(key, Arrays.copyOf(ticket, SIGNED_BYTES));
    return Arrays.copyOf(proof, PROOF_BYTES);
  }
}
