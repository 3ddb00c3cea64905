package dev.jitterlab.arrivals;

/**
 * How many there are at each time, such as users of a server, in the syntax of rates: {@code 800},
 * {@code 0..800:80s} or {@code 100:60s,200:60s,400}. The last level is kept. Immutable and
 * thread-safe.
 */
public final class LevelOverTime {
  private static final long CHANGE_NS = 1_000_000;

  private final RateProfile profile;

  private LevelOverTime(RateProfile profile) {
    this.profile = profile;
  }

  /**
   * Reads levels.
   *
   * @throws IllegalArgumentException if the text is none
   */
  public static LevelOverTime parse(String text) {
    return new LevelOverTime(RateProfile.parse(text));
  }

  /** Returns the level at a time, in nanoseconds from the begin. */
  public double at(long ns) {
    return profile.at(ns);
  }

  /**
   * Returns the level at a time; 0 where it was another one so long before, and does not change
   * now: then the server settles, and nothing can be said about the level.
   *
   * @param ns from the begin
   * @param settleNs how long it settles
   */
  public double settledAt(long ns, long settleNs) {
    double now = at(Math.max(0, ns));
    double before = at(Math.max(0, ns - settleNs));
    boolean isChanging = at(Math.max(0, ns - CHANGE_NS)) != now;
    return before == now || isChanging ? now : 0;
  }

  /** Returns how many parts there are, one after another; the last one has no end. */
  public int parts() {
    return profile.phases();
  }

  /** Returns the number of the part at a time, from 0, in nanoseconds from the begin. */
  public int partAt(long ns) {
    return profile.phaseAt(ns);
  }

  /** Returns the highest level. */
  public double highest() {
    return profile.highest();
  }

  /** Returns whether the level never changes. */
  public boolean isConstant() {
    return profile.isConstant();
  }
}
