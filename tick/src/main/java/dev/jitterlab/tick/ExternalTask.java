package dev.jitterlab.tick;

/**
 * A task that something else than a scheduler of ours runs, another program for instance: its
 * ticks, told one by one, reach a listener as those of a scheduler do, so that both are recorded by
 * the same code. Not thread-safe.
 */
public final class ExternalTask {
  private final TickListener listener;
  private final Rate rate;
  private final Tick tick = new Tick();
  private TickEvent event;

  /** Creates a task that has not ticked yet. */
  public ExternalTask(String name, Rate rate, TickListener listener) {
    this.listener = listener;
    this.rate = rate;
    tick.follow(name, -1, 0);
  }

  /**
   * Says that a tick begins now, on this thread, which will tell of it too. Then it is recorded as
   * {@code jitterlab.Tick}; of ticks of another program there are no such events.
   */
  public void begins() {
    if (event == null) {
      event = TickThread.newEvent();
    }
    if (event != null) {
      event.begin();
    }
  }

  /**
   * Takes in a tick, all times on one clock that never goes back. Where whole periods lie between
   * this tick's schedule and that of the tick before, those were skipped; where it lies before the
   * next one after that, the schedule went back.
   */
  public void ticked(long scheduledNs, long startedNs, long finishedNs) {
    long leftOut = 0;
    if (tick.index() >= 0) {
      double periods = (double) (scheduledNs - tick.scheduledNs()) / rate.periodNs();
      leftOut = Math.round(periods) - 1;
    }
    ticked(scheduledNs, startedNs, finishedNs, leftOut, false);
  }

  /**
   * Takes in a tick of a schedule that may also move by a part of a period, which its times alone
   * do not tell from a period that was skipped.
   *
   * @param leftOut how many periods before this tick were skipped; negative if the schedule went
   *     back by so many
   * @param isReanchored whether a new schedule starts with it
   */
  public void ticked(
      long scheduledNs, long startedNs, long finishedNs, long leftOut, boolean isReanchored) {
    boolean wasOverdue = tick.index() >= 0 && tick.driftNs() >= rate.periodNs();
    long missed = Math.max(0, leftOut);
    LateAction action = missed == 0 ? LateAction.NONE : LateAction.SKIP;
    tick.start(rate, scheduledNs, startedNs, action, missed);
    if (isReanchored) {
      tick.reanchored();
    }
    if (missed > 0 && wasOverdue) {
      tick.countedBefore(); // what it was late by is what is skipped now
    }
    tick.surplus(Math.max(0, -leftOut));
    tick.finish(finishedNs);
    if (event != null) {
      event.end();
      event.commit(tick);
    }
    listener.onTick(tick);
  }
}
