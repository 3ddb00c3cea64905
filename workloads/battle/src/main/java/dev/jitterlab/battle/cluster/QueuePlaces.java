package dev.jitterlab.battle.cluster;

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

  private final SignedNumbers numbers;
  private final LongSupplier epochMillis;
  private final long startedMillis;

  /** Begins now: texts of before are an earlier matchmaker's. */
  public QueuePlaces(ClusterKey clusterKey, LongSupplier epochMillis) {
    this.numbers = new SignedNumbers(clusterKey.derive("place"), 3);
    this.epochMillis = epochMillis;
    this.startedMillis = epochMillis.getAsLong();
  }

  /** Returns the text of a player who has waited for so long. */
  public String issue(long player, long waitedMillis) {
    return numbers.sign(player, epochMillis.getAsLong() - waitedMillis, startedMillis);
  }

  /** Returns how long the player has waited already, in milliseconds; 0 where that is not shown. */
  public long waitedMillis(long player, String text) {
    long[] place = numbers.read(text);
    if (place == null) {
      return 0;
    }
    boolean isHis = place[0] == player;
    long sinceMillis = place[1];
    boolean isEarlier = place[2] < startedMillis;
    long nowMillis = epochMillis.getAsLong();
    boolean isInTime = nowMillis - startedMillis <= GRACE_SECONDS * 1_000;
    return isHis && isEarlier && isInTime
        ? Math.min(MOST_MILLIS, Math.max(0, nowMillis - sinceMillis))
        : 0;
  }
}
