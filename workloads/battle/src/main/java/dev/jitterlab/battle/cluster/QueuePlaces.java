package dev.jitterlab.battle.cluster;

import dev.jitterlab.battle.session.Hmac;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.Base64;
import java.util.function.LongSupplier;

/**
 * How long players have waited, in their own keeping: a matchmaker gives everybody who waits a text
 * that it has signed, and one that is started again believes it. So a queue that is kept in memory
 * is rebuilt by those who wait, each in his place. A text is good only for the player whom it
 * names, only from an earlier matchmaker, and only in the first {@value #GRACE_SECONDS} s of the
 * next one: nobody waits once and comes first ever after. Thread-safe.
 */
public final class QueuePlaces {
  /** Longer than the longest pause of a player whom nobody answers. */
  static final long GRACE_SECONDS = 120;

  private static final long MOST_MILLIS = 3_600_000;
  private static final int SIGNED_BYTES = 3 * Long.BYTES;
  private static final int PROOF_BYTES = 16;

  private final byte[] key;
  private final LongSupplier epochMillis;
  private final long startedMillis;

  /** Begins now: texts of before are an earlier matchmaker's. */
  public QueuePlaces(ClusterKey clusterKey, LongSupplier epochMillis) {
    this.key = clusterKey.derive("place");
    this.epochMillis = epochMillis;
    this.startedMillis = epochMillis.getAsLong();
  }

  /** Returns the text of a player who has waited for so long. */
  public String issue(long player, long waitedMillis) {
    byte[] place = new byte[SIGNED_BYTES + PROOF_BYTES];
    ByteBuffer fields = ByteBuffer.wrap(place);
    fields.putLong(player).putLong(epochMillis.getAsLong() - waitedMillis).putLong(startedMillis);
    fields.put(proof(place));
    return Base64.getUrlEncoder().withoutPadding().encodeToString(place);
  }

  /** Returns how long the player has waited already, in milliseconds; 0 where that is not shown. */
  public long waitedMillis(long player, String text) {
    byte[] place;
    try {
      place = Base64.getUrlDecoder().decode(text);
    } catch (IllegalArgumentException e) {
      return 0;
    }
    if (place.length != SIGNED_BYTES + PROOF_BYTES
        || !MessageDigest.isEqual(
            proof(place), Arrays.copyOfRange(place, SIGNED_BYTES, place.length))) {
      return 0;
    }
    ByteBuffer fields = ByteBuffer.wrap(place);
    boolean isHis = fields.getLong() == player;
    long sinceMillis = fields.getLong();
    boolean isEarlier = fields.getLong() < startedMillis;
    long nowMillis = epochMillis.getAsLong();
    boolean isInTime = nowMillis - startedMillis <= GRACE_SECONDS * 1_000;
    return isHis && isEarlier && isInTime
        ? Math.min(MOST_MILLIS, Math.max(0, nowMillis - sinceMillis))
        : 0;
  }

  private byte[] proof(byte[] place) {
    byte[] proof = Hmac.sha256(key, Arrays.copyOf(place, SIGNED_BYTES));
    return Arrays.copyOf(proof, PROOF_BYTES);
  }
}
