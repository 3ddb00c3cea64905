package dev.jitterlab.tick;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;

/**
 * Holds a task to its {@link ExecutionBudget}: remembers which of the last ticks exceeded it, and
 * decides about quarantine. Used by who runs the task; {@link #end} and {@link #isQuarantined} may
 * be called by any thread.
 */
final class BudgetMeter {
  private static final AtomicIntegerFieldUpdater<BudgetMeter> STATE =
      AtomicIntegerFieldUpdater.newUpdater(BudgetMeter.class, "state");

  private static final int AT_LARGE = 0;
  private static final int QUARANTINED = 1;
  private static final int ENDED = 2;

  private final ExecutionBudget budget;

  /** How many tasks of the scheduler are in quarantine. */
  private final AtomicInteger quarantined;

  private final long lastTicksMask;

  /** A bit for each of the last ticks, the last one lowest: whether it exceeded the budget. */
  private long over;

  private int withinInARow;
  private volatile int state;

  BudgetMeter(ExecutionBudget budget, AtomicInteger quarantined) {
    this.budget = budget;
    this.quarantined = quarantined;
    this.lastTicksMask = -1L >>> (Long.SIZE - budget.lastTicks());
  }

  /** Takes in a tick that has ended, and tells it what was decided. */
  void measured(Tick tick) {
    boolean isOver = tick.executionNs() > budget.limitNs();
    boolean wasQuarantined = isQuarantined();
    over = (over << 1 | (isOver ? 1 : 0)) & lastTicksMask;
    withinInARow = isOver ? 0 : Math.min(budget.withinTicks(), withinInARow + 1);
    BudgetAction action = BudgetAction.NONE;
    if (!wasQuarantined && Long.bitCount(over) >= budget.overTicks()) {
      action = quarantine();
    } else if (wasQuarantined && withinInARow >= budget.withinTicks()) {
      action = release();
    }
    tick.budget(isOver, wasQuarantined, action);
  }

  private BudgetAction quarantine() {
    if (!STATE.compareAndSet(this, AT_LARGE, QUARANTINED)) {
      return BudgetAction.NONE; // stopped meanwhile
    }
    quarantined.incrementAndGet();
    withinInARow = 0;
    return BudgetAction.QUARANTINE;
  }

  private BudgetAction release() {
    if (!STATE.compareAndSet(this, QUARANTINED, AT_LARGE)) {
      return BudgetAction.NONE;
    }
    quarantined.decrementAndGet();
    over = 0;
    return BudgetAction.RELEASE;
  }

  /** The task was stopped: it is in quarantine no more. */
  void end() {
    if (STATE.getAndSet(this, ENDED) == QUARANTINED) {
      quarantined.decrementAndGet();
    }
  }

  boolean isQuarantined() {
    return state == QUARANTINED;
  }
}
