package dev.jitterlab.arrivals;

import java.util.SplittableRandom;

/**
 * When requests, or players, are to come: an open model, in which nothing waits for an answer. The
 * same process, rate and seed are the same arrivals, to the nanosecond. Immutable, but for a {@link
 * ChangingRate}, and thread-safe.
 */
public final class ArrivalPlan {
  private final ArrivalProcess process;
  private final RateProfile profile; // null where the rate changes while arrivals come
  private final ChangingRate changing; // null where it does not
  private final long seed;
  private final int burst;

  private ArrivalPlan(
      ArrivalProcess process, RateProfile profile, ChangingRate changing, long seed, int burst) {
    this.process = process;
    this.profile = profile;
    this.changing = changing;
    this.seed = seed;
    this.burst = burst;
  }

  /**
   * Creates a plan.
   *
   * @param rate arrivals per second over time, in the syntax of docs/load.md
   * @param seed of the gaps of {@link ArrivalProcess#POISSON}; the others have no use for it
   * @throws IllegalArgumentException if the rate is none, or not of the process's kind
   */
  public static ArrivalPlan of(ArrivalProcess process, String rate, long seed) {
    RateProfile profile = RateProfile.parse(rate);
    if (!process.accepts(profile)) {
      throw new IllegalArgumentException(
          "rate " + rate + " does not fit " + process.label() + ", which takes " + process.rates());
    }
    return new ArrivalPlan(process, profile, null, seed, 1);
  }

  /**
   * Creates a plan whose rate is changed while arrivals come.
   *
   * @throws IllegalArgumentException if the process has rates of its own over time
   */
  public static ArrivalPlan changing(ArrivalProcess process, ChangingRate rate, long seed) {
    if (process != ArrivalProcess.CONSTANT && process != ArrivalProcess.POISSON) {
      throw new IllegalArgumentException(
          process.label() + " says itself how the rate changes; choose constant or poisson");
    }
    return new ArrivalPlan(process, null, rate, seed, 1);
  }

  /**
   * Returns a plan with the same rate over time, of which so many arrivals come at once.
   *
   * @throws IllegalArgumentException if it is less than one
   */
  public ArrivalPlan inBursts(int size) {
    if (size < 1) {
      throw new IllegalArgumentException("a burst has at least one arrival, not " + size);
    }
    return new ArrivalPlan(process, profile, changing, seed, size);
  }

  /** Returns the greatest rate, in arrivals a second; infinite if it changes while they come. */
  public double greatestPerSecond() {
    return profile == null ? Double.POSITIVE_INFINITY : profile.greatest();
  }

  /** Returns the arrivals from the first one on. */
  public Arrivals arrivals() {
    return arrivals(0);
  }

  /**
   * Returns the arrivals, all later by a part of the mean gap between two of them: so that the same
   * load on several servers is not sent to all at one moment.
   *
   * @param shift 0 to below 1
   */
  public Arrivals arrivals(double shift) {
    Arrivals each = each(shift);
    return burst == 1 ? each : new BurstArrivals(each, burst);
  }

  private Arrivals each(double shift) {
    if (changing != null) {
      return new ChangingArrivals(
          changing, process == ArrivalProcess.POISSON ? new SplittableRandom(seed) : null, shift);
    }
    switch (process) {
      case CONSTANT:
      case RAMP:
      case STEPS:
        return new EvenArrivals(profile, shift);
      case POISSON:
        return new PoissonArrivals(profile, seed, shift);
    }
    throw new AssertionError(process);
  }
}
