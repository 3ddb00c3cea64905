package dev.jitterlab.scenario;

/** How long a user thinks after an answer. Immutable and thread-safe. */
public final class ThinkTime {
  /** An exponential time is at most so many times its mean: 1 of 22,000 is cut. */
  private static final double MOST_MEANS = 10;

  private enum Kind {
    FIXED,
    UNIFORM,
    EXPONENTIAL
  }

  /** None. */
  static final ThinkTime NONE = fixed(0);

  private final Kind kind;
  private final long fromNs;
  private final long toNs;

  private ThinkTime(Kind kind, long fromNs, long toNs) {
    this.kind = kind;
    this.fromNs = fromNs;
    this.toNs = toNs;
  }

  static ThinkTime fixed(long ns) {
    return new ThinkTime(Kind.FIXED, ns, ns);
  }

  static ThinkTime uniform(long fromNs, long toNs) {
    return new ThinkTime(Kind.UNIFORM, fromNs, toNs);
  }

  static ThinkTime exponential(long meanNs) {
    return new ThinkTime(Kind.EXPONENTIAL, meanNs, meanNs);
  }

  /** Returns the mean. */
  double meanNs() {
    return (fromNs + toNs) / 2.0;
  }

  /** Returns the time that a number from 0 to below 1 falls to. */
  long ns(double part) {
    switch (kind) {
      case FIXED:
        return fromNs;
      case UNIFORM:
        return fromNs + (long) (part * (toNs - fromNs));
      case EXPONENTIAL:
        return (long) (fromNs * Math.min(MOST_MEANS, -Math.log(1 - part)));
    }
    throw new AssertionError(kind);
  }
}
