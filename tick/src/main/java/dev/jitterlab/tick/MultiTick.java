package dev.jitterlab.tick;

import java.util.Arrays;
import java.util.Objects;

/**
 * A task of several parts, each run at a divisor of the task's rate: the multi-tick system of seed
 * 1, section 3.2.4.
 *
 * <pre>{@code
 * TickTask battle = MultiTick.of().every(1, input).every(2, physics).every(5, ai);
 * }</pre>
 *
 * <p><b>What "every second" means</b> is counted in periods of the schedule, missed ones included,
 * and not in ticks run: period 0 is that of the task's start. Part k of divisor d runs in the
 * periods p with {@code p mod d = phase}. When ticks are left out ({@link Tick#missedPeriods}), a
 * part whose period went by with them runs once in the next tick, and is told how many of its own
 * periods it stands for. The sum of those is the number of its periods gone by: exactly, under
 * every {@link LatePolicy}.
 *
 * <p><b>Phases</b> keep parts apart: a new part gets, of its d phases, the one at which the parts
 * before it are met the least often, and of several the lowest. So parts of one divisor fall on one
 * tick after the other. Parts of one tick run in the order in which they were added.
 *
 * <p>A part that fails does not keep the others from their turn: what it threw is thrown after the
 * last of them, later failures added to it as suppressed. An {@link Error} ends the tick at once.
 *
 * <p>One object belongs to one task. Ticks allocate nothing. Not thread-safe before the start; from
 * then on the scheduler orders its ticks.
 */
public final class MultiTick implements TickTask {
  /** A part of a task. */
  @FunctionalInterface
  public interface Part {
    /**
     * Runs the part.
     *
     * @param tick the tick that it is run in
     * @param periods how many of its own periods it stands for: 1, unless ticks were left out
     * @throws Exception as {@link TickTask#tick} does
     */
    void run(Tick tick, long periods) throws Exception;
  }

  private static final int LARGEST_DIVISOR = 10_000;

  private Part[] parts = {};
  private int[] divisors = {};
  private int[] phases = {};
  private long index = -1;
  private long period = -1;

  private MultiTick() {}

  /** Returns a task of no parts; {@link #every} adds them. */
  public static MultiTick of() {
    return new MultiTick();
  }

  /**
   * Adds a part that runs at every {@code divisor}th period.
   *
   * @param divisor 1 to 10,000
   * @throws IllegalStateException when the task has ticked already
   */
  public MultiTick every(int divisor, Part part) {
    if (divisor < 1 || divisor > LARGEST_DIVISOR) {
      throw new IllegalArgumentException(
          "a divisor is 1 to " + LARGEST_DIVISOR + ", not " + divisor);
    }
    if (index >= 0) {
      throw new IllegalStateException("parts are added before the task starts");
    }
    Objects.requireNonNull(part, "part");
    int phase = leastMet(divisor);
    int count = parts.length;
    parts = Arrays.copyOf(parts, count + 1);
    divisors = Arrays.copyOf(divisors, count + 1);
    phases = Arrays.copyOf(phases, count + 1);
    parts[count] = part;
    divisors[count] = divisor;
    phases[count] = phase;
    return this;
  }

  private int leastMet(int divisor) {
    int best = 0;
    double leastMet = Double.MAX_VALUE;
    for (int phase = 0; phase < divisor && leastMet > 0; phase++) {
      double met = 0;
      for (int i = 0; i < parts.length; i++) {
        int common = gcd(divisor, divisors[i]);
        if (Math.floorMod(phase - phases[i], common) == 0) {
          met += (double) common / divisors[i]; // this share of its runs falls on one of part i
        }
      }
      if (met < leastMet) {
        leastMet = met;
        best = phase;
      }
    }
    return best;
  }

  private static int gcd(int a, int b) {
    return b == 0 ? a : gcd(b, a % b);
  }

  /** Returns the phase of a part, by the order in which they were added. */
  int phase(int part) {
    return phases[part];
  }

  @Override
  public void tick(Tick tick) throws Exception {
    if (tick.index() <= index) {
      throw new IllegalStateException(
          "a MultiTick belongs to one task, and task "
              + tick.task()
              + " is its second: make one for each");
    }
    index = tick.index();
    long before = period;
    period += 1 + tick.missedPeriods();
    Exception failure = null;
    for (int i = 0; i < parts.length; i++) {
      long periods = periodsUpTo(period, i) - periodsUpTo(before, i);
      if (periods > 0) {
        failure = run(i, tick, periods, failure);
      }
    }
    if (failure != null) {
      throw failure;
    }
  }

  private Exception run(int part, Tick tick, long periods, Exception before) {
    try {
      parts[part].run(tick, periods);
      return before;
    } catch (Exception e) {
      return PeriodicTask.both(before, e);
    }
  }

  /** Returns how many periods of a part there are up to that one of the task, itself included. */
  private long periodsUpTo(long last, int part) {
    return Math.floorDiv(last - phases[part], (long) divisors[part]) + 1;
  }
}
