package dev.jitterlab.scenario;

import java.util.function.DoubleToLongFunction;

/** How long a user thinks after an answer. Immutable and thread-safe. */
public final class ThinkTime {
  /** An exponential time is at most so many times its mean: 1 of 22,000 is cut. */
  private static final double MOST_MEANS = 10;

  /** None. */
  static final ThinkTime NONE = fixed(0);

  private final double meanNs;
  private final DoubleToLongFunction drawnNs;

  private ThinkTime(double meanNs, DoubleToLongFunction drawnNs) {
    this.meanNs = meanNs;
    this.drawnNs = drawnNs;
  }

  static ThinkTime fixed(long ns) {
    return new ThinkTime(ns, part -> ns);
  }

  static ThinkTime uniform(long fromNs, long toNs) {
    return new ThinkTime((fromNs + toNs) / 2.0, part -> fromNs + (long) (part * (toNs - fromNs)));
  }

  static ThinkTime exponential(long meanNs) {
    return new ThinkTime(
        meanNs, part -> (long) (meanNs * Math.min(MOST_MEANS, -Math.log(1 - part))));
  }

  /** Returns the mean. */
  double meanNs() {
    return meanNs;
  }

  /** Returns the time that a number from 0 to below 1 falls to. */
  long ns(double part) {
    return drawnNs.applyAsLong(part);
  }
}
