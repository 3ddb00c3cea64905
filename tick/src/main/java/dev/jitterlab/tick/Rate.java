package dev.jitterlab.tick;

/**
 * How often a task ticks: an exact ratio of ticks to seconds, so that 128 Hz is 7.8125 ms and 60 Hz
 * does not creep. Immutable and thread-safe.
 */
public final class Rate {
  private static final long NANOS_PER_SECOND = 1_000_000_000L;
  private static final long MAX_TERM = 1_000_000L;

  /** Keeps the product of ticks and nanoseconds within a long. */
  private static final long MAX_PRODUCT = 9_000_000_000L;

  private final long ticks;
  private final long seconds;
  private final long periodNs;

  private Rate(long ticks, long seconds) {
    if (ticks < 1 || ticks > MAX_TERM || seconds < 1 || seconds > MAX_TERM) {
      throw new IllegalArgumentException(
          "a rate is 1 to "
              + MAX_TERM
              + " ticks in 1 to "
              + MAX_TERM
              + " seconds, not "
              + ticks
              + " in "
              + seconds);
    }
    if (ticks * seconds > MAX_PRODUCT) {
      throw new IllegalArgumentException(
          "a rate of "
              + ticks
              + " ticks in "
              + seconds
              + " seconds cannot be computed exactly; their product must not be above "
              + MAX_PRODUCT);
    }
    this.ticks = ticks;
    this.seconds = seconds;
    this.periodNs = seconds * NANOS_PER_SECOND / ticks;
  }

  /** Returns the rate of that many ticks per second. */
  public static Rate hz(long ticksPerSecond) {
    return new Rate(ticksPerSecond, 1);
  }

  /** Returns the rate of {@code ticks} in {@code seconds}: 1 tick in 3 s, 30000 in 1001 s. */
  public static Rate of(long ticks, long seconds) {
    return new Rate(ticks, seconds);
  }

  /**
   * Returns when tick {@code index} is due, in nanoseconds after tick 0, rounded down. Rounding
   * does not add up: every index is computed from the exact ratio.
   */
  public long offsetNs(long index) {
    long cycles = Math.floorDiv(index, ticks);
    long rest = Math.floorMod(index, ticks);
    return cycles * seconds * NANOS_PER_SECOND + rest * (seconds * NANOS_PER_SECOND) / ticks;
  }

  /** Returns the last index that is due {@code elapsedNs} after tick 0; negative before tick 0. */
  long indexAt(long elapsedNs) {
    long cycleNs = seconds * NANOS_PER_SECOND;
    long cycles = Math.floorDiv(elapsedNs, cycleNs);
    long restNs = Math.floorMod(elapsedNs, cycleNs);
    return cycles * ticks + ((restNs + 1) * ticks - 1) / cycleNs;
  }

  /** Returns the time between two ticks in nanoseconds, rounded down. */
  public long periodNs() {
    return periodNs;
  }

  /** Returns the ticks per second. */
  public double hertz() {
    return (double) ticks / seconds;
  }

  @Override
  public boolean equals(Object other) {
    if (this == other) {
      return true;
    }
    // By cross product, so that 2 in 2 s equals 1 in 1 s.
    return other instanceof Rate
        && ticks * ((Rate) other).seconds == ((Rate) other).ticks * seconds;
  }

  @Override
  public int hashCode() {
    return Double.hashCode(hertz());
  }

  @Override
  public String toString() {
    return seconds == 1 ? ticks + " Hz" : ticks + " in " + seconds + " s";
  }
}
