package dev.jitterlab.tick;

import java.util.Arrays;
import java.util.List;

/**
 * Says when in their common period the equal-rate tasks of one worker tick, so that they follow one
 * another: each in a slot as long as the measured mean of an execution and 2 %, in batches of 1 ms
 * with a break behind each. One wake-up serves a batch, and the break takes up what some ticks of
 * the batch took longer than others. A task that usually takes clearly more or less than the others
 * has a longer or shorter slot. docs/decisions/010 has the reasons and figures.
 *
 * <p>Tasks are laid out once more when their slots would change by more than a tenth: their
 * schedules then move, openly. Used by its worker only.
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

  /** So many ticks of each task at least, or the mean would be that of those that ticked last. */
  private static final int MEMORY_OF_EACH = 4;

  private static final double TOLERATED_CHANGE = 0.1;

  /** What a task usually takes may differ by such a part, and be chance. */
  private static final double LIKE_OTHERS = 0.25;

  /**
   * By what part ticks may grow before they run into those of the next batch. A mean to which one
   * task adds nearly all swings by up to 0.28 with each of its ticks ({@link #MEMORY_OF_EACH}), and
   * by more if these vary. So growth counts only when it has lasted for as many ticks as there are
   * tasks.
   */
  private static final double TAKEN_UP_BY_BREAKS = (double) BREAK_NS / BATCH_NS;

  /** Ticks of each task up to the first check of the layout; doubles with every check. */
  private static final int FIRST_CHECK = 32;

  /** So many tasks say enough about the others. */
  private static final int SAMPLE = 32;

  private static final int LAST_CHECK = 1 << 11;

  /** A check looks at each task, so it comes after a part of their ticks at least. */
  private static final int TICKS_FOR_A_LOOK = 16;

  /** Of many holes only those that came last are looked at. */
  private static final int HOLES_LOOKED_AT = 8;

  private final Rate rate;
  private final long anchorNs;
  private int tasks;
  private int layout;
  private final MeanExecution mean = new MeanExecution();
  private double laidOutNs;
  private double laidOutUsualNs; // what its tasks usually took, on average; 0 if nobody knew
  private double neededNs; // all slots of this layout together
  private boolean overlapping;
  private long cursorNs;
  private long batchEndNs = BATCH_NS;
  private long breakNs = BREAK_NS;
  private long[] holes = new long[16];
  private float[] holeSlots = new float[16];
  private int holeCount;
  private long ticks;
  private long checkTicks = FIRST_CHECK;
  private double checkedNs; // the mean at the last check
  private long grownTicks; // in a row, up to the last one

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
    this.checkedNs = laidOutNs;
  }

  Rate rate() {
    return rate;
  }

  boolean isEmpty() {
    return tasks == 0;
  }

  /**
   * Adds a task; returns its phase.
   *
   * @param slotNs by {@link #slotNs}
   */
  long join(float slotNs) {
    tasks++;
    neededNs += slotNs;
    for (int i = holeCount - 1; i >= Math.max(0, holeCount - HOLES_LOOKED_AT); i--) {
      if (holeSlots[i] >= slotNs) {
        long holeNs = holes[i];
        holeCount--;
        holes[i] = holes[holeCount];
        holeSlots[i] = holeSlots[holeCount];
        return holeNs;
      }
    }
    boolean before = overlapping;
    long phaseNs = nextSlot(slotNs);
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

  /** Takes a task out that had that phase and slot in that layout. */
  void leave(long phaseNs, float slotNs, int ofLayout) {
    tasks--;
    if (ofLayout != layout) {
      return; // it was not given its new phase yet, and the old one may be another's
    }
    neededNs -= slotNs;
    if (holeCount == holes.length) {
      holes = Arrays.copyOf(holes, 2 * holeCount);
      holeSlots = Arrays.copyOf(holeSlots, 2 * holeCount);
    }
    holeSlots[holeCount] = slotNs;
    holes[holeCount++] = phaseNs;
  }

  /** Takes in how long a tick kept the worker busy, and how long it was expected to. */
  void measured(long busyNs, long expectedNs) {
    mean.add(busyNs, expectedNs, Math.max(MEMORY, MEMORY_OF_EACH * tasks));
    ticks++;
  }

  /**
   * Returns whether {@link #isLayoutDue} is to be asked: ever less often, but soon again when ticks
   * have grown. Called once after each {@link #measured}.
   */
  boolean isCheckDue() {
    long ticksOfEach = Math.max(Math.min(tasks, SAMPLE), tasks / TICKS_FOR_A_LOOK);
    grownTicks = hasGrown() ? grownTicks + 1 : 0;
    if (ticks >= FIRST_CHECK * ticksOfEach && grownTicks >= tasks) {
      checkTicks = FIRST_CHECK; // the ones that follow, too: this mean may still be growing
    }
    if (ticks < checkTicks * ticksOfEach) {
      return false;
    }
    ticks = 0;
    grownTicks = 0;
    checkTicks = Math.min(LAST_CHECK, checkTicks * 2);
    checkedNs = mean.ns();
    return true;
  }

  /**
   * Returns whether ticks have grown by more than breaks take up. Since the last check, not the
   * last layout: a check may find that all slots still fit, and would come back for ever.
   */
  private boolean hasGrown() {
    return slotNs(mean.ns()) > (1 + TAKEN_UP_BY_BREAKS) * slotNs(checkedNs);
  }

  /**
   * Returns whether the tasks should be laid out again.
   *
   * @param members of the ring, in any order
   */
  boolean isLayoutDue(List<OwnedTask> members) {
    double usualNs = usualNs(members);
    double changedNs = 0;
    double givenNs = 0;
    for (OwnedTask member : members) {
      givenNs += member.slotNs;
      changedNs += Math.abs(slotNs(member, mean.ns(), usualNs) - member.slotNs);
    }
    return overlapping || changedNs > TOLERATED_CHANGE * givenNs;
  }

  /** Returns what they usually take, on average; 0 if none has ticked. */
  private static double usualNs(List<OwnedTask> members) {
    double sumNs = 0;
    int ticked = 0;
    for (OwnedTask member : members) {
      if (member.usualNs() > 0) {
        sumNs += member.usualNs();
        ticked++;
      }
    }
    return ticked == 0 ? 0 : sumNs / ticked;
  }

  /** Starts a new layout: each of these tasks then gets its phase by {@link #nextSlot}. */
  void restart(List<OwnedTask> members) {
    layout++;
    laidOutNs = mean.ns();
    laidOutUsualNs = usualNs(members);
    overlapping = false;
    holeCount = 0;
    cursorNs = 0;
    neededNs = 0;
    for (OwnedTask member : members) {
      neededNs += slotNs(member);
    }
    double batches = Math.ceil(neededNs / BATCH_NS);
    breakNs = (long) Math.max(0, Math.min(BREAK_NS, (rate.periodNs() - neededNs) / batches));
    batchEndNs = BATCH_NS;
  }

  /** Says that the new layout has one more task: another worker ran it when that began. */
  void joinLayout(float slotNs) {
    neededNs += slotNs;
  }

  /** Returns the phase behind the last one given. */
  long nextSlot(float wantedNs) {
    double share = Math.min(1, rate.periodNs() / Math.max(1, neededNs)); // of too little time
    long slotNs = (long) (share * wantedNs);
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

  /** Returns how long a task's slot should be, where there is time for all. */
  float slotNs(OwnedTask task) {
    return slotNs(task, laidOutNs, laidOutUsualNs);
  }

  /** The mean says how long all slots are together, and what a task usually takes its share. */
  private static float slotNs(OwnedTask task, double meanNs, double usualNs) {
    double ownNs = task.usualNs();
    boolean isLikeOthers =
        ownNs == 0 || usualNs == 0 || Math.abs(ownNs - usualNs) <= LIKE_OTHERS * usualNs;
    double executionNs = isLikeOthers ? meanNs : meanNs * ownNs / usualNs;
    return (float) slotNs(executionNs);
  }

  private static double slotNs(double executionNs) {
    return Math.max(SHORTEST_SLOT_NS, executionNs * (1 + MARGIN));
  }

  /** Returns the first time from {@code fromNs} on that has that phase. */
  long timeOf(long phaseNs, long fromNs) {
    long zeroNs = anchorNs + phaseNs;
    return zeroNs + rate.offsetNs(rate.indexAt(fromNs - zeroNs - 1) + 1);
  }
}
