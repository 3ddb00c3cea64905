package dev.jitterlab.tick;

import java.util.Arrays;

/**
 * Says when in their common period the equal-rate tasks of one worker tick, so that they follow one
 * another: each in a slot as long as the measured mean of an execution and 2 %, in batches of 1 ms
 * with a break behind each. One wake-up serves a batch, and the break takes up what some ticks of
 * the batch took longer than others. docs/decisions/010 has the reasons and figures.
 *
 * <p>Tasks are laid out once more when the mean has moved by more than a tenth: their schedules
 * then move, openly. Used by its worker only.
 */
final class PhaseRing {
  /** How long a batch is, and the break behind it. */
  static final long BATCH_NS = 1_000_000;

  static final long BREAK_NS = 300_000;

  /** Part of an execution that a slot is longer, so that a delay wears off. */
  private static final double MARGIN = 0.02;

  /** What an execution is taken for before one was measured. */
  static final long UNMEASURED_NS = 100_000;

  private static final long SHORTEST_SLOT_NS = 1_500;
  private static final int MEMORY = 256;
  private static final double TOLERATED_CHANGE = 0.1;

  /** Ticks of each task up to the first check of the layout; doubles with every check. */
  private static final int FIRST_CHECK = 32;

  /** So many tasks say enough about the others. */
  private static final int SAMPLE = 32;

  private static final int LAST_CHECK = 1 << 11;

  private final Rate rate;
  private final long anchorNs;
  private int tasks;
  private int layout;
  private final MeanExecution mean = new MeanExecution(MEMORY);
  private double laidOutNs;
  private boolean overlapping;
  private long cursorNs;
  private long batchEndNs = BATCH_NS;
  private long breakNs = BREAK_NS;
  private long[] holes = new long[16];
  private int holeCount;
  private long ticks;
  private long checkTicks = FIRST_CHECK;

  /**
   * Creates an empty ring.
   *
   * @param anchorNs any time; phases count from it
   * @param estimateNs what a tick may take, until that is measured; 0 if unknown
   */
  PhaseRing(Rate rate, long anchorNs, double estimateNs) {
    this.rate = rate;
    this.anchorNs = anchorNs;
    this.laidOutNs = estimateNs > 0 ? estimateNs : UNMEASURED_NS;
  }

  Rate rate() {
    return rate;
  }

  boolean isEmpty() {
    return tasks == 0;
  }

  /** Adds a task; returns its phase. */
  long join() {
    tasks++;
    if (holeCount > 0) {
      return holes[--holeCount];
    }
    boolean before = overlapping;
    long phaseNs = nextSlot();
    if (overlapping && !before) {
      checkSoon();
    }
    return phaseNs;
  }

  /** Tasks in each other's way are not left so until the next check, which may be far. */
  private void checkSoon() {
    ticks = 0;
    checkTicks = FIRST_CHECK;
  }

  /** Returns the number of the layout. */
  int layout() {
    return layout;
  }

  /** Takes a task out that had that phase in that layout. */
  void leave(long phaseNs, int ofLayout) {
    tasks--;
    if (ofLayout != layout) {
      return; // it was not given its new phase yet, and the old one may be another's
    }
    if (holeCount == holes.length) {
      holes = Arrays.copyOf(holes, 2 * holeCount);
    }
    holes[holeCount++] = phaseNs;
  }

  /** Takes in how long a tick kept the worker busy. */
  void measured(long busyNs) {
    mean.add(busyNs);
    ticks++;
  }

  /** Returns whether the tasks should be laid out again; asks itself ever less often. */
  boolean isLayoutDue() {
    if (ticks < checkTicks * Math.min(tasks, SAMPLE)) {
      return false;
    }
    ticks = 0;
    checkTicks = Math.min(LAST_CHECK, checkTicks * 2);
    double slotNs = slotNs(laidOutNs);
    return overlapping || Math.abs(slotNs(mean.ns()) - slotNs) > TOLERATED_CHANGE * slotNs;
  }

  /** Starts a new layout for the tasks there are: each gets its phase by {@link #nextSlot}. */
  void restart() {
    layout++;
    laidOutNs = mean.ns();
    overlapping = false;
    holeCount = 0;
    cursorNs = 0;
    double neededNs = tasks * slotNs();
    double batches = Math.ceil(neededNs / BATCH_NS);
    breakNs = (long) Math.min(BREAK_NS, (rate.periodNs() - neededNs) / batches);
    batchEndNs = BATCH_NS;
  }

  /** Returns the phase behind the last one given. */
  long nextSlot() {
    long slotNs = (long) slotNs();
    if (cursorNs + slotNs > rate.periodNs() && cursorNs > 0) {
      overlapping = true; // once around: the rest falls between those that are there
      cursorNs = slotNs / 2;
      batchEndNs = BATCH_NS;
    }
    long phaseNs = cursorNs;
    cursorNs += slotNs;
    if (cursorNs >= batchEndNs) {
      cursorNs += breakNs;
      batchEndNs = cursorNs + BATCH_NS;
    }
    return phaseNs;
  }

  private static double slotNs(double executionNs) {
    return Math.max(SHORTEST_SLOT_NS, executionNs * (1 + MARGIN));
  }

  /** Returns the length of a slot, less when there are more tasks than time. */
  private double slotNs() {
    double slotNs = slotNs(laidOutNs);
    return tasks * slotNs <= rate.periodNs() ? slotNs : (double) rate.periodNs() / tasks;
  }

  /** Returns the first time from {@code fromNs} on that has that phase. */
  long timeOf(long phaseNs, long fromNs) {
    long zeroNs = anchorNs + phaseNs;
    return zeroNs + rate.offsetNs(rate.indexAt(fromNs - zeroNs - 1) + 1);
  }
}
