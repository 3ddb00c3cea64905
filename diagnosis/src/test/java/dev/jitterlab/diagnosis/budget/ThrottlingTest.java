package dev.jitterlab.diagnosis.budget;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jitterlab.diagnosis.timeline.Cause;
import dev.jitterlab.diagnosis.timeline.Coverage;
import dev.jitterlab.diagnosis.timeline.JvmTimeline;
import dev.jitterlab.diagnosis.timeline.ThrottledTime;
import dev.jitterlab.diagnosis.timeline.TimedWork;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a CPU limit took, and how often it must be read to be a cause. */
class ThrottlingTest extends BudgetFixture {
  /** It waited before its start and during its execution, and was throttled once. */
  @Test
  void timeThatTheCpuLimitTookCountsOnceForATick() {
    normalTicks();
    reading(-100, 0, 0, 0, 0, 10, 2, 0, 0);
    reading(0, 110, 0, 0, 0, 10, 2, 0, 50);
    timeline.add(
        new TimedWork(
            TimedWork.Kind.TICK,
            "battle-1",
            6,
            WORKER,
            0,
            50 * MS,
            102 * MS,
            true,
            50 * MS,
            2 * MS,
            50 * MS,
            TimedWork.Total.UNKNOWN,
            0));
    Budget budget = only();
    assertEquals(50 * MS, budget.ns(Cause.THROTTLING), budget.parts().toString());
    assertEquals(50 * MS, budget.ns(Cause.RUN_QUEUE));
    assertAddsUp(budget);
  }

  @Test
  void waitingForACpuWhileTheCpuLimitHeldBackIsThrottling() {
    normalTicks();
    reading(-100, 0, 0, 0, 0, 10, 2, 0, 0);
    reading(0, 100, 0, 0, 0, 10, 2, 0, 60);
    timeline.add(tick("battle-1", 6, 0, 70 * MS, 2 * MS, true, 70 * MS, 2 * MS));
    Budget budget = only();
    assertEquals(60 * MS, budget.ns(Cause.THROTTLING), budget.parts().toString());
    assertEquals(10 * MS, budget.ns(Cause.RUN_QUEUE));
    assertEquals("jitterlab.Process", part(budget, Cause.THROTTLING).evidence().getFirst().event());
    assertAddsUp(budget);
  }

  /** Two CPUs, of which each was held back for 60 ms; the request has a thread after 80 ms. */
  @ParameterizedTest
  @ValueSource(longs = {WORKER, JvmTimeline.ALL_THREADS})
  void aRequestWaitsForTheCpuLimitBeforeItHasAThread(long thread) {
    normalTicks();
    reading(-100, 0, 0, 0, 0, 10, 2, 0, 0);
    reading(0, 100, 0, 0, 0, 10, 2, 0, 120);
    timeline.add(
        new TimedWork(
            TimedWork.Kind.REQUEST,
            "/pay",
            1,
            thread,
            0,
            80 * MS,
            90 * MS,
            true,
            TimedWork.NOT_READ,
            TimedWork.NOT_READ,
            TimedWork.NOT_READ,
            TimedWork.Total.UNKNOWN,
            0));
    Budget budget = only();
    long whenWaiting = (thread == WORKER ? 80 : 90) * MS * 6 / 10;
    assertEquals(whenWaiting, budget.ns(Cause.THROTTLING), budget.parts().toString());
    assertEquals(
        Math.min(2 * whenWaiting, budget.latenessNs()), part(budget, Cause.THROTTLING).mostNs());
    assertEquals(Cause.THROTTLING, budget.first().cause());
    assertAddsUp(budget);
  }

  private void throttledByJdk(double atMs, long totalMs) {
    timeline.add(new ThrottledTime((long) (atMs * MS), totalMs * MS, "jdk.ContainerCPUThrottling"));
  }

  /** The limit may have held the process back at any time in half a minute. */
  @Test
  void throttledTimeThatIsReadTooRarelyIsNoCauseAndNotZero() {
    normalTicks();
    throttledByJdk(-15_000, 0);
    throttledByJdk(15_000, 2_000);
    timeline.add(tick("battle-1", 6, 0, 70 * MS, 2 * MS, true, 70 * MS, 2 * MS));
    Budget budget = only();
    assertEquals(0, budget.ns(Cause.THROTTLING), budget.parts().toString());
    assertEquals(70 * MS, budget.ns(Cause.RUN_QUEUE));
    assertFalse(timeline.build().coverage(Cause.THROTTLING).recorded());
  }

  @Test
  void throttledTimeThatIsReadEachSecondIsACause() {
    normalTicks();
    throttledByJdk(-500, 0);
    throttledByJdk(500, 60);
    timeline.add(tick("battle-1", 6, 0, 70 * MS, 2 * MS, true, 70 * MS, 2 * MS));
    assertEquals(60 * MS, only().ns(Cause.THROTTLING));
    assertEquals("", timeline.build().coverage(Cause.THROTTLING).why());
  }

  @Test
  void aReadingInWhichNothingWasThrottledMayBeOfHalfAMinute() {
    throttledByJdk(-15_000, 7);
    assertFalse(timeline.build().coverage(Cause.THROTTLING).recorded(), "one says nothing");
    throttledByJdk(15_000, 7);
    assertEquals("", timeline.build().coverage(Cause.THROTTLING).why());
    throttledByJdk(16_000, 9);
    throttledByJdk(46_000, 10);
    Coverage some = timeline.build().coverage(Cause.THROTTLING);
    assertTrue(some.recorded());
    assertEquals("the throttled time was read too rarely to say what it delayed", some.why());
  }

  /** Its thread waited for no CPU, so nothing held it back. */
  @Test
  void aTickThatWaitedForNoCpuWasNotThrottled() {
    normalTicks();
    reading(-100, 0, 0, 0, 0, 10, 2, 0, 0);
    reading(0, 100, 0, 0, 0, 10, 2, 0, 120);
    timeline.add(tick("battle-1", 6, 0, 70 * MS, 2 * MS, true, 0, 2 * MS));
    assertEquals(0, only().ns(Cause.THROTTLING));
  }
}
