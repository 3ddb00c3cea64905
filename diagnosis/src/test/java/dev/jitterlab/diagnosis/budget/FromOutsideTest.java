package dev.jitterlab.diagnosis.budget;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.jitterlab.diagnosis.timeline.Cause;
import dev.jitterlab.diagnosis.timeline.JvmTimeline;
import dev.jitterlab.diagnosis.timeline.ProcessReading;
import dev.jitterlab.diagnosis.timeline.ThrottledTime;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The process stood still, the hypervisor took its CPUs, or it waited for pages. */
class FromOutsideTest extends BudgetFixture {
  /** One worker alone never makes two threads silent: a thread that only watches tells. */
  @Test
  void aProcessThatStoodStillWithoutWaitingForACpuWasStopped() {
    normalTicks();
    reading(0, 122, 115, 3, 0, 10, 2, 0, -1);
    timeline.add(tick("battle-1", 6, 0, 120 * MS, 2 * MS, true, 1 * MS, 2 * MS));
    Budget budget = only();
    assertEquals(112 * MS, budget.ns(Cause.PROCESS_STOPPED), budget.parts().toString());
    assertEquals(Cause.PROCESS_STOPPED, budget.first().cause());
    assertEquals("jitterlab.Process", budget.first().evidence().getFirst().event());
    assertEquals(7 * MS, budget.ns(Cause.UNEXPLAINED));
    assertAddsUp(budget);
  }

  @Test
  void wakingLateForLackOfACpuOrInAPauseIsNoStandstill() {
    normalTicks();
    reading(0, 122, 115, 112, 0, 244, 2, 0, -1);
    timeline.add(tick("battle-1", 6, 0, 120 * MS, 2 * MS, true, 1 * MS, 2 * MS));
    stop(Cause.GC_PAUSE, 300, 390);
    reading(300, 405, 95, 1, 0, 10, 2, 0, -1);
    timeline.add(tick("battle-1", 7, 290 * MS, 115 * MS, 2 * MS, true, 1 * MS, 2 * MS));
    List<Budget> budgets = budgets();
    assertEquals(2, budgets.size());
    budgets.forEach(one -> assertEquals(0, one.ns(Cause.PROCESS_STOPPED)));
  }

  @Test
  void aStandstillWithStealIsTheHypervisorsAndOneWithAFaultThePages() {
    normalTicks();
    reading(0, 62, 50, 0, 40, 10, 2, 0, -1);
    timeline.add(tick("battle-1", 6, 0, 60 * MS, 2 * MS, true, 0, 2 * MS));
    reading(200, 262, 50, 0, 0, 10, 2, 3, -1);
    timeline.add(tick("battle-1", 7, 200 * MS, 60 * MS, 2 * MS, true, 0, 2 * MS));
    List<Budget> budgets = budgets();
    assertEquals(Cause.STEAL, budgets.getFirst().first().cause());
    assertEquals(50 * MS, budgets.getFirst().ns(Cause.STEAL), "the reading counts once");
    assertEquals(10 * MS, budgets.getFirst().ns(Cause.UNEXPLAINED));
    assertEquals(Cause.PAGE_FAULT, budgets.getLast().first().cause());
    assertEquals(48 * MS, budgets.getLast().ns(Cause.PAGE_FAULT), "once, and it ran for 2 ms");
    budgets.forEach(BudgetFixture::assertAddsUp);
  }

  /** The fault may have been at any time before the stop. */
  @ParameterizedTest
  @ValueSource(ints = {1, 9, 10})
  void aFewFaultsDoNotExplainALongStandstill(int faults) {
    normalTicks();
    reading(0, 210, 200, 0, 0, 10, 2, faults, -1);
    timeline.add(tick("battle-1", 6, 0, 210 * MS, 2 * MS, true, 0, 2 * MS));
    Budget budget = only();
    Cause cause = faults < 10 ? Cause.PROCESS_STOPPED : Cause.PAGE_FAULT;
    assertEquals(200 * MS, budget.ns(cause), budget.parts().toString());
    assertEquals(cause, budget.first().cause());
    assertAddsUp(budget);
  }

  /** It takes 4 % of each of eight CPUs all the time, so half of the 40 ms are as usual. */
  @Test
  void whatTheHypervisorAlwaysTakesIsNoReasonOfAStop() {
    normalTicks();
    for (int i = 1; i <= 9; i++) {
      eightCpus(-100 * i, -100 * i + 100, 0, 32);
    }
    eightCpus(0, 62, 50, 40);
    timeline.add(tick("battle-1", 6, 0, 60 * MS, 2 * MS, true, 0, 2 * MS));
    Budget budget = only();
    assertEquals(50 * MS, budget.ns(Cause.PROCESS_STOPPED), budget.parts().toString());
  }

  /** One CPU of eight was away for the whole time. */
  @Test
  void whatItTakesOnlyThenIs() {
    normalTicks();
    for (int i = 1; i <= 9; i++) {
      eightCpus(-100 * i, -100 * i + 100, 0, 1);
    }
    eightCpus(0, 62, 50, 40);
    timeline.add(tick("battle-1", 6, 0, 60 * MS, 2 * MS, true, 0, 2 * MS));
    Budget budget = only();
    assertEquals(50 * MS, budget.ns(Cause.STEAL), budget.parts().toString());
  }

  private void eightCpus(long fromMs, long toMs, long oversleptMs, long stealMs) {
    timeline.add(
        new ProcessReading(
            fromMs * MS, toMs * MS, oversleptMs * MS, 0, stealMs * MS, 10 * MS, 2 * MS, 8, 0, -1));
  }

  /** The watch stood still for a page; the tick had a CPU for 90 of its 100 ms. */
  @Test
  void aFaultTakesNoTimeInWhichTheTickComputed() {
    normalTicks();
    reading(0, 62, 50, 0, 0, 10, 2, 5, -1);
    timeline.add(tick("battle-1", 6, 0, 0, 100 * MS, true, 0, 90 * MS));
    Budget budget = only();
    assertEquals(10 * MS, budget.ns(Cause.PAGE_FAULT), budget.parts().toString());
    assertEquals(88 * MS, budget.ns(Cause.OWN_CODE));
    assertAddsUp(budget);
  }

  /** Of the 30 ms that were stolen later, one of two CPUs lost about 15. */
  @Test
  void aStandstillTakesNothingFromOtherReadings() {
    normalTicks();
    reading(0, 62, 50, 0, 40, 10, 2, 0, -1);
    reading(62, 162, 0, 0, 30, 10, 2, 0, -1);
    timeline.add(tick("battle-1", 6, 0, 60 * MS, 102 * MS, true, 0, 2 * MS));
    Budget budget = only();
    assertEquals(65 * MS, budget.ns(Cause.STEAL), budget.parts().toString());
    assertAddsUp(budget);
  }

  /** Two CPUs: of 30 ms stolen in all, one of them lost about 15. */
  @Test
  void stealOfTheMachineExplainsNoMoreThanACpusShareOfIt() {
    normalTicks();
    reading(0, 100, 0, 0, 30, 10, 2, 0, -1);
    timeline.add(tick("battle-1", 6, 0, 0, 100 * MS, true, 0, 2 * MS));
    Budget budget = only();
    assertEquals(15 * MS, budget.ns(Cause.STEAL));
    assertEquals(0, part(budget, Cause.STEAL).leastNs());
    assertEquals(30 * MS, part(budget, Cause.STEAL).mostNs());
    assertAddsUp(budget);
  }

  /** A server of ours watches itself, and so does the agent in it. */
  @Test
  void whatTwoWatchersTellOfTheSameTimeCountsOnce() {
    normalTicks();
    reading(0, 100, 0, 0, 30, 10, 2, 0, 4);
    reading(40, 140, 0, 0, 30, 10, 2, 0, 4);
    reading(100, 200, 0, 0, 0, 10, 2, 0, 0);
    reading(141, 241, 0, 0, 0, 10, 2, 0, 0);
    reading(200, 300, 0, 0, 10, 10, 2, 0, 0);
    timeline.add(tick("battle-1", 6, 0, 0, 300 * MS, true, 0, 2 * MS));
    JvmTimeline built = timeline.build();
    assertEquals(List.of(0L, 4 * MS, 4 * MS, 4 * MS), totals(built));
    assertEquals(
        List.of(30 * MS, 0L, 10 * MS),
        built.readings(0, 300 * MS).stream().map(ProcessReading::stealNs).toList());
  }

  private static List<Long> totals(JvmTimeline built) {
    return built.throttled().stream().map(ThrottledTime::totalNs).toList();
  }

  @Test
  void aFewPageFaultsExplainAFewMilliseconds() {
    normalTicks();
    reading(0, 100, 0, 0, 0, 10, 2, 2, -1);
    timeline.add(tick("battle-1", 6, 0, 0, 100 * MS, true, 0, 2 * MS));
    assertEquals(20 * MS, only().ns(Cause.PAGE_FAULT));
  }
}
