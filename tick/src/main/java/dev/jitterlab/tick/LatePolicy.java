package dev.jitterlab.tick;

/**
 * What becomes of the periods that a task has missed: a period is missed when the tick before it
 * starts so late that it is due already. Immutable.
 *
 * <p>Whatever the policy, no period is lost from the account: of the periods since a task's start,
 * each had its tick or is in the {@link Tick#missedPeriods} of the next one.
 */
public final class LatePolicy {
  private static final LatePolicy UNBOUNDED_CATCH_UP =
      new LatePolicy(LateAction.CATCH_UP, Long.MAX_VALUE);

  private final LateAction action;
  private final long limit;

  private LatePolicy(LateAction action, long limit) {
    if (limit < 0) {
      throw new IllegalArgumentException("a number of periods is not negative: " + limit);
    }
    this.action = action;
    this.limit = limit;
  }

  /**
   * Runs every tick, however late, as the thesis's systems do. Under overload the task falls behind
   * without a bound.
   */
  public static LatePolicy catchUp() {
    return UNBOUNDED_CATCH_UP;
  }

  /** Runs the last {@code periods} missed one after another without a pause, and skips the rest. */
  public static LatePolicy catchUp(int periods) {
    return new LatePolicy(LateAction.CATCH_UP, periods);
  }

  /** Skips what was missed: each tick is for the period that is due, and late by less than one. */
  public static LatePolicy skip() {
    return new LatePolicy(LateAction.SKIP, 0);
  }

  /** Runs one tick for everything missed; {@link Tick#periods} says how many it stands for. */
  public static LatePolicy coalesce() {
    return new LatePolicy(LateAction.COALESCE, 0);
  }

  /**
   * Skips what was missed, and halves the rate each time, down to a 64th; doubles it again after 16
   * ticks on time, up to what it was. The ticks left out count as missed.
   */
  public static LatePolicy slowDown() {
    return new LatePolicy(LateAction.SLOW_DOWN, 0);
  }

  /**
   * Stops a task that has missed more than {@code periods}. Up to then it catches up; past it, it
   * gets one last tick, whose {@link Tick#lateAction} is {@link LateAction#STOP}.
   */
  public static LatePolicy stop(int periods) {
    return new LatePolicy(LateAction.STOP, periods);
  }

  LateAction action() {
    return action;
  }

  /** Returns how many periods may be missed before one is left out, or the task is stopped. */
  long limit() {
    return limit;
  }
}
