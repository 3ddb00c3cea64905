package dev.jitterlab.diagnosis.budget;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.jitterlab.diagnosis.timeline.Cause;
import dev.jitterlab.diagnosis.timeline.TimedWork;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Of what its thread waited for, only what was unusual makes a work late. */
class ThreadWaitsTest extends BudgetFixture {
  @Test
  void doesNotTakeTheWaitForTheScheduleForACause() {
    normalTicks();
    stretch(Cause.PARK, WORKER, -40, 10); // woken late
    timeline.add(tick("battle-1", 6, 0, 10 * MS, 2 * MS, true, 6 * MS, 2 * MS));
    Budget budget = only();
    assertEquals(0, budget.ns(Cause.PARK));
    assertEquals(6 * MS, budget.ns(Cause.RUN_QUEUE));
    assertEquals(4 * MS, budget.ns(Cause.UNEXPLAINED));
    assertAddsUp(budget);
  }

  /** Its thread had nothing to do before the tick was due, and then could not begin. */
  @ParameterizedTest
  @EnumSource(names = {"LOCK_WAIT", "GC_STALL"})
  void aWaitForALockOrForMemoryCountsFromTheDueTimeOn(Cause cause) {
    normalTicks();
    stretch(cause, WORKER, 1, 49);
    timeline.add(tick("battle-1", 6, 0, 50 * MS, 2 * MS, true, 0, 2 * MS));
    Budget budget = only();
    assertEquals(48 * MS, budget.ns(cause), budget.parts().toString());
    assertAddsUp(budget);
  }

  /** So does a worker of a pool that has nothing to do. */
  @ParameterizedTest
  @EnumSource(names = {"SLEEP", "IO", "PARK"})
  void anotherWaitOfAnIdleThreadIsNoCause(Cause cause) {
    normalTicks();
    stretch(cause, WORKER, 1, 49);
    timeline.add(tick("battle-1", 6, 0, 50 * MS, 2 * MS, true, 0, 2 * MS));
    assertEquals(0, only().ns(cause));
  }

  /** Each tick reads for 3 ms and computes for 2; a late one computes for 22. */
  @Test
  void whatEachTickWaitsForMakesNoneLate() {
    ticksThatRead(3, 0);
    timeline.add(tick("battle-1", 6, 0, 0, 25 * MS, true, 0, 22 * MS));
    stretch(Cause.IO, WORKER, 1, 4);
    Budget budget = only();
    assertEquals(20 * MS, budget.latenessNs());
    assertEquals(20 * MS, budget.ns(Cause.OWN_CODE), budget.parts().toString());
    assertEquals(0, budget.ns(Cause.IO));
    assertAddsUp(budget);
  }

  @Test
  void whatItWaitsLongerThanUsualDoes() {
    ticksThatRead(3, 0);
    timeline.add(tick("battle-1", 6, 0, 0, 25 * MS, true, 0, 2 * MS));
    stretch(Cause.LOCK_WAIT, WORKER, 1, 15);
    stretch(Cause.IO, WORKER, 16, 25);
    Budget budget = only();
    assertEquals(14 * MS, budget.ns(Cause.LOCK_WAIT), budget.parts().toString());
    assertEquals(6 * MS, budget.ns(Cause.IO));
    assertEquals(6 * MS, part(budget, Cause.IO).leastNs());
    assertEquals(6 * MS, part(budget, Cause.IO).mostNs());
    assertAddsUp(budget);
  }

  /** The same before the start is no part of what the tick usually takes. */
  @Test
  void aWaitBeforeTheStartIsNeverUsual() {
    ticksThatRead(3, 0);
    timeline.add(tick("battle-1", 6, 0, 20 * MS, 5 * MS, true, 0, 2 * MS));
    stretch(Cause.LOCK_WAIT, WORKER, 0, 20);
    stretch(Cause.IO, WORKER, 21, 24);
    Budget budget = only();
    assertEquals(20 * MS, budget.ns(Cause.LOCK_WAIT), budget.parts().toString());
    assertEquals(0, budget.ns(Cause.IO));
    assertAddsUp(budget);
  }

  /** On a busy machine each tick waits for a CPU: that is part of what it usually takes. */
  @Test
  void theUsualWaitForACpuMakesNoTickLateEither() {
    ticksThatRead(0, 3);
    timeline.add(queued(0, 25, 22, 3, true));
    Budget budget = only();
    assertEquals(20 * MS, budget.ns(Cause.OWN_CODE), budget.parts().toString());
    assertEquals(0, budget.ns(Cause.RUN_QUEUE));
    assertAddsUp(budget);
  }

  /** Five ticks of 5 ms, of which they wait so long. */
  private void ticksThatRead(long readMs, long queuedMs) {
    for (int i = 1; i <= 5; i++) {
      timeline.add(queued(-50 * i, 5, 2, queuedMs, false));
      stretch(Cause.IO, WORKER, -50 * i + 1, -50 * i + 1 + readMs);
    }
  }

  private static TimedWork queued(
      long dueMs, long executionMs, long cpuMs, long queuedMs, boolean isLate) {
    return new TimedWork(
        TimedWork.Kind.TICK,
        "battle-1",
        dueMs,
        WORKER,
        dueMs * MS,
        dueMs * MS,
        (dueMs + executionMs) * MS,
        isLate,
        0,
        cpuMs * MS,
        queuedMs * MS,
        TimedWork.Total.UNKNOWN,
        0);
  }
}
