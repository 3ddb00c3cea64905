package dev.jitterlab.battle.bot;

import dev.jitterlab.battle.rules.DeterministicRandom;
import dev.jitterlab.battle.rules.ModeMix;
import java.util.concurrent.TimeUnit;

/** What one bot likes, drawn from its seed: which modes, how long breaks. Not thread-safe. */
class LifeHabits {
  private static final long FIRST_BACK_OFF_NS = TimeUnit.MILLISECONDS.toNanos(250);
  private static final int MOST_DOUBLINGS = 5;

  private final DeterministicRandom random;
  private final ModeMix modes;
  private final double leavesPerMinute;

  /**
   * Creates the habits of a bot.
   *
   * @param modes null for a bot that plays whatever comes
   * @param leavesPerMinute how often it leaves battle or queue, in the mean
   */
  LifeHabits(long seed, ModeMix modes, double leavesPerMinute) {
    this.random = new DeterministicRandom(seed);
    this.modes = modes;
    this.leavesPerMinute = leavesPerMinute;
  }

  /** Returns which mode it wants to play next. */
  String nextMode() {
    return modes == null ? "any" : modes.modeOf(random.nextLong()).label();
  }

  /** Returns how long it stays before it leaves; exponential, so that every second is alike. */
  long untilLeaveNs() {
    if (leavesPerMinute == 0) {
      return Long.MAX_VALUE;
    }
    double minutes = -StrictMath.log(1 - uniform()) / leavesPerMinute;
    return (long) (minutes * TimeUnit.MINUTES.toNanos(1));
  }

  /** Returns how long it pauses before it queues again; 0 when the battle was taken from it. */
  long pauseNs(BattleEnd end) {
    switch (end) {
      case SILENCE:
      case FORGOTTEN:
        return 0;
      case UNREACHED:
        return between(0, 1);
      case OVER:
      case REFUSED:
        return between(1, 3);
      case LEFT:
        return between(3, 15);
      case KICKED:
        return between(30, 60);
    }
    throw new AssertionError(end);
  }

  /**
   * Returns how long it waits after a request that failed: what the server asked for, and a random
   * part of a back-off that doubles with each failure in a row, so that bots do not come back as
   * one.
   */
  long backOffNs(int failures, int retryAfterSeconds) {
    long backOffNs = FIRST_BACK_OFF_NS << Math.min(failures, MOST_DOUBLINGS);
    return TimeUnit.SECONDS.toNanos(retryAfterSeconds)
        + backOffNs / 2
        + (long) (uniform() * backOffNs / 2);
  }

  private long between(int lowSeconds, int highSeconds) {
    return (long) ((lowSeconds + uniform() * (highSeconds - lowSeconds)) * 1e9);
  }

  private double uniform() {
    return (random.nextLong() >>> 11) * 0x1p-53;
  }
}
