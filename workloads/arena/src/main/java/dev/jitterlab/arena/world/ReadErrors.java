package dev.jitterlab.arena.world;

import java.util.concurrent.atomic.LongAdder;

/**
 * How wrong the positions were that updates of fighters read of one another. What an update has
 * read is compared with where the others are when it ends, as if it had read everything at once
 * then. Under one main loop, or one lock around every update, nothing moves meanwhile, so nothing
 * is wrong. An object that was updated once meanwhile has made one step, which is the paper's bound
 * (LEARS, section III.B).
 *
 * <p>Attacks are not in it: they act on a position as soon as they have read it. Thread-safe; an
 * update adds up for itself first, and takes no lock.
 */
public final class ReadErrors {
  private static final double MILLI = 1e3;

  private final LongAdder same = new LongAdder();
  private final LongAdder oneStep = new LongAdder();
  private final LongAdder moreSteps = new LongAdder();
  private final LongAdder milliUnits = new LongAdder();

  /**
   * Takes what one update has read.
   *
   * @param unchanged reads of others that were not updated since
   * @param once reads of those that were updated once
   * @param oftener reads of those that were updated more than once
   * @param units how far all of them were off together, in map units
   */
  void add(int unchanged, int once, int oftener, double units) {
    same.add(unchanged);
    oneStep.add(once);
    moreSteps.add(oftener);
    milliUnits.add(Math.round(units * MILLI));
  }

  /**
   * Returns how many reads were of others that were not updated before the reader's update ended.
   */
  public long same() {
    return same.sum();
  }

  /** Returns how many were of others that were updated once meanwhile. */
  public long oneStep() {
    return oneStep.sum();
  }

  /** Returns how many were of others that were updated more than once meanwhile. */
  public long moreSteps() {
    return moreSteps.sum();
  }

  /** Returns how far all checked reads were off together, in map units. */
  public double units() {
    return milliUnits.sum() / MILLI;
  }
}
