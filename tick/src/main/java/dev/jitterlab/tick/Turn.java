package dev.jitterlab.tick;

/**
 * One turn of a {@link SelfSchedulingTask}. Valid during {@link SelfSchedulingTask#update} only;
 * not thread-safe.
 */
public final class Turn {
  /** The longest time that can be asked for: 365 days, in nanoseconds. */
  public static final long LONGEST_NS = 365L * 24 * 3_600 * 1_000_000_000;

  private final TurnSchedule schedule;
  private Tick tick;
  private boolean again;

  Turn(TurnSchedule schedule) {
    this.schedule = schedule;
  }

  void begin(Tick tick) {
    this.tick = tick;
    this.again = false;
  }

  boolean isToBeFollowed() {
    return again;
  }

  /** Returns the tick that this turn is measured as: which one, when it was due, its drift. */
  public Tick tick() {
    return tick;
  }

  /**
   * Asks for another turn, counted from when this one was <em>due</em>: turns at equal times form a
   * perfect schedule, and none of them is left out when they are late. A task that would rather
   * wait than catch up adds the drift: {@code turn.again(periodNs + turn.tick().driftNs())}. Of
   * several calls in one turn the last one counts.
   *
   * @param afterNs 1 to {@link #LONGEST_NS} nanoseconds
   */
  public void again(long afterNs) {
    schedule.afterNs(check(afterNs));
    again = true;
  }

  /** Refuses a time that is no time to wait. */
  static long check(long afterNs) {
    if (afterNs < 1 || afterNs > LONGEST_NS) {
      throw new IllegalArgumentException(
          "a turn comes 1 to " + LONGEST_NS + " ns after the one before, not " + afterNs);
    }
    return afterNs;
  }
}
