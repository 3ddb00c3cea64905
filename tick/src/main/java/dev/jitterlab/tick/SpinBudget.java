package dev.jitterlab.tick;

import java.util.concurrent.atomic.AtomicLong;

/**
 * Bounds the time that the workers of one scheduler spend spinning to a share of one core. Unspent
 * time is saved up for at most 100 ms of earning, so in any span of time the workers spin for at
 * most {@code share * (span + 100 ms)}, plus the one wait in which the savings ran out.
 *
 * <p>A margin is shortened in proportion once less than half of the savings is left: at a rate of
 * wakes that the budget does not cover, all wakes get the same shorter spin, instead of some a full
 * one and the others none. But each worker has a {@link #part} of its own. What it needs within
 * that is not shortened, as far as the whole has it: a worker that wakes a thousand times a second
 * must not take the spins of one that wakes twenty times. Thread-safe and lock-free.
 */
final class SpinBudget {
  /** The default share of one core. */
  static final double DEFAULT_SHARE = 0.03;

  private static final long SAVED_NS = 100_000_000;

  private final double share;
  private final long startNs;
  private final long mostSavedNs;
  private final SpinBudget whole; // null: it is no part
  private final AtomicLong spunNs = new AtomicLong();

  /** Time spun or forfeited: what was earned and is in nobody's savings any more. */
  private final AtomicLong goneNs = new AtomicLong();

  SpinBudget(double share, long nowNs) {
    this(share, nowNs, null);
  }

  private SpinBudget(double share, long nowNs, SpinBudget whole) {
    check(share);
    this.share = share;
    this.startNs = nowNs;
    this.mostSavedNs = (long) (SAVED_NS * share);
    this.whole = whole;
  }

  /** Returns the part of one of so many workers; what it spends, the whole spends. */
  SpinBudget part(int workers) {
    return new SpinBudget(share / workers, startNs, this);
  }

  /** Refuses what is no share of a core. */
  static void check(double share) {
    if (!(share >= 0 && share <= 1)) {
      throw new IllegalArgumentException("a spin budget is 0 to 1 of a core, not " + share);
    }
  }

  /** Returns how much of a margin the budget has time for now. */
  long limitNs(long marginNs, long nowNs) {
    long limitNs = limitNs(marginNs, savedNs(nowNs), mostSavedNs);
    if (whole == null) {
      return limitNs;
    }
    long savedNs = Math.max(0, whole.savedNs(nowNs));
    return Math.min(savedNs, Math.max(limitNs, limitNs(marginNs, savedNs, whole.mostSavedNs)));
  }

  private static long limitNs(long marginNs, long savedNs, long mostSavedNs) {
    if (savedNs <= 0) {
      return 0;
    }
    long halfNs = mostSavedNs / 2;
    long scaledNs = savedNs >= halfNs ? marginNs : (long) (marginNs * ((double) savedNs / halfNs));
    return Math.min(scaledNs, savedNs);
  }

  private long savedNs(long nowNs) {
    long earnedNs = (long) ((nowNs - startNs) * share);
    long gone = goneNs.get();
    if (whole != null && earnedNs - gone < 0) {
      goneNs.compareAndSet(gone, earnedNs); // the whole had it to give: nobody owes it later
      return 0;
    }
    if (earnedNs - gone <= mostSavedNs) {
      return earnedNs - gone;
    }
    goneNs.compareAndSet(gone, earnedNs - mostSavedNs); // if it fails, another worker did it
    return mostSavedNs;
  }

  /** Takes in how long a worker has spun; the whole takes it in with its part. */
  void spent(long ns) {
    spunNs.getAndAdd(ns);
    goneNs.getAndAdd(ns);
    if (whole != null) {
      whole.spent(ns);
    }
  }

  /** Returns how long the workers have spun so far. */
  long spunNs() {
    return spunNs.get();
  }
}
