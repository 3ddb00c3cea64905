package dev.jitterlab.battle.server;

import dev.jitterlab.tick.Tick;
import dev.jitterlab.tick.TickListener;
import java.util.concurrent.atomic.LongAdder;

/** Counts the periods of all battles, and those that are overdue. Thread-safe. */
final class LevelTicks implements TickListener {
  private final LongAdder periods = new LongAdder();
  private final LongAdder overdue = new LongAdder();

  @Override
  public void onTick(Tick tick) {
    count(1 + tick.missedPeriods(), tick.overduePeriods());
  }

  /** Adds periods, and how many of them were overdue. */
  void count(long all, long ofThemOverdue) {
    periods.add(all);
    if (ofThemOverdue != 0) {
      overdue.add(ofThemOverdue);
    }
  }

  /** Returns all periods so far. */
  long periods() {
    return periods.sum();
  }

  /** Returns the overdue periods so far. */
  long overdue() {
    return overdue.sum();
  }
}
