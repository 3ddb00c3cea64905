package dev.jitterlab.diagnosis.budget;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jitterlab.diagnosis.timeline.Cause;
import dev.jitterlab.diagnosis.timeline.EventSetting;
import dev.jitterlab.diagnosis.timeline.JvmTimeline;
import dev.jitterlab.diagnosis.timeline.TimedWork;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** A cause that nothing recorded is named as not read, and is not absent. */
class CausesNotReadTest extends BudgetFixture {
  @Test
  void locksOfVirtualThreadsAreNotReadUnlessAnEventShowsOne() {
    normalTicks();
    timeline.virtualThread(WORKER);
    timeline.add(tick("battle-1", 6, 0, 0, 42 * MS, true, 0, 2 * MS));
    timeline.add(tick("battle-1", 7, 2 * PERIOD, 0, 42 * MS, true, 0, 2 * MS));
    stretch(Cause.LOCK_WAIT, WORKER, 101, 141);
    List<Budget> budgets = budgets();

    assertEquals(Set.of(Cause.LOCK_WAIT, Cause.PARK), budgets.getFirst().notRead());
    assertEquals(40 * MS, budgets.getLast().ns(Cause.LOCK_WAIT));
    assertEquals(Set.of(Cause.PARK), budgets.getLast().notRead());

    timeline.setting(JvmTimeline.VIRTUAL_WAITS, new EventSetting(true, 0, 0));
    assertEquals(Set.of(), budgets().getFirst().notRead(), "a watch would have seen them");
  }

  @Test
  void whatWasNotReadIsNamedAndUnexplained() {
    for (int i = 1; i <= 5; i++) {
      timeline.add(tick("battle-1", i, -i * PERIOD, 0, 2 * MS, false, TimedWork.NOT_READ, -1));
    }
    timeline.add(tick("battle-1", 6, 0, 20 * MS, 30 * MS, true, TimedWork.NOT_READ, -1));
    Budget budget = only();
    assertEquals(
        Set.of(Cause.RUN_QUEUE, Cause.COMPILER_THREADS, Cause.THROTTLING, Cause.OWN_CODE),
        budget.notRead());
    assertEquals(budget.latenessNs(), budget.ns(Cause.UNEXPLAINED));
  }

  /** Only what concerns all threads is known, and the rest of the time is no cause's. */
  @Test
  void ofAnUnknownThreadNoCauseOfAThreadIsRead() {
    normalTicks();
    stop(Cause.GC_PAUSE, 10, 30);
    stretch(Cause.LOCK_WAIT, WORKER, 40, 90);
    timeline.add(
        new TimedWork(
            TimedWork.Kind.REQUEST,
            "/pay",
            1,
            JvmTimeline.ALL_THREADS,
            0,
            MS,
            100 * MS,
            true,
            TimedWork.NOT_READ,
            TimedWork.NOT_READ,
            TimedWork.NOT_READ,
            TimedWork.Total.UNKNOWN,
            0));
    Budget budget = only();
    for (Cause cause : Cause.values()) {
      assertEquals(cause.isOfThread(), budget.notRead().contains(cause), cause.id());
    }
    assertEquals(20 * MS, budget.ns(Cause.GC_PAUSE));
    assertEquals(budget.latenessNs() - 20 * MS, budget.ns(Cause.UNEXPLAINED));
    assertAddsUp(budget);
  }

  /** What nothing recorded has no figure, and says so; a limit that was never seen is no "no". */
  @Test
  void whatTheSystemDidIsNotRecordedWithoutItsEvent() {
    normalTicks();
    timeline.setting("jdk.ContainerCPUThrottling", new EventSetting(true, 0, 0));
    JvmTimeline none = timeline.build();
    for (Cause cause :
        List.of(Cause.STEAL, Cause.PAGE_FAULT, Cause.THROTTLING, Cause.PROCESS_STOPPED)) {
      assertFalse(none.coverage(cause).recorded(), cause.id());
      assertTrue(none.coverage(cause).gap().isPresent(), cause.id());
    }
    reading(0, 100, 0, 0, 0, 10, 2, 0, -1);
    JvmTimeline some = timeline.build();
    for (Cause cause : List.of(Cause.STEAL, Cause.PAGE_FAULT, Cause.PROCESS_STOPPED)) {
      assertTrue(some.coverage(cause).recorded(), cause.id());
    }
    assertFalse(some.coverage(Cause.THROTTLING).recorded(), "no control group has a limit");
  }
}
