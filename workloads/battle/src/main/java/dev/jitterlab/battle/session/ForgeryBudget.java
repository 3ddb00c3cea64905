package dev.jitterlab.battle.session;

import java.util.SplittableRandom;

/**
 * How many decryptions a server may lose to forged packets: so many a second for each session, and
 * so many for all together. Once all together are spent, only sessions that were hardly attacked
 * are still opened without question. Beyond the budget one packet in {@value #SAMPLE} is opened,
 * drawn at random, so that nobody can tell which. Not thread-safe.
 */
public final class ForgeryBudget {
  static final int SESSION_PER_SECOND = 1_000;
  static final int ALL_PER_SECOND = 5_000;

  /** What a session may always spend, whatever is sent to others. */
  static final int UNQUESTIONED = 50;

  /** At 20 packets a second, a player in such a flood is heard more than once a second. */
  static final int SAMPLE = 16;

  private final RateLimit all;
  private final SplittableRandom random;

  /** Starts with nothing spent; the seed is to be a secret. */
  public ForgeryBudget(long seed, long nowNs) {
    this.all = new RateLimit(ALL_PER_SECOND, nowNs);
    this.random = new SplittableRandom(seed);
  }

  /** Returns whether a packet of the session that has spent so much is to be opened. */
  boolean admits(RateLimit own, long nowNs) {
    int least = all.has(1, nowNs) ? 1 : SESSION_PER_SECOND - UNQUESTIONED;
    return own.has(least, nowNs) || random.nextInt(SAMPLE) == 0;
  }

  /** Counts a packet that was opened and forged. */
  void spend(RateLimit own, long nowNs) {
    boolean unusedOwn = own.tryTake(nowNs);
    boolean unusedAll = all.tryTake(nowNs);
  }
}
