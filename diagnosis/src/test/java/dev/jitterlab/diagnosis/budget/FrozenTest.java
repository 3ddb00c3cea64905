package dev.jitterlab.diagnosis.budget;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import dev.jitterlab.diagnosis.timeline.Cause;
import dev.jitterlab.diagnosis.timeline.JvmTimeline;
import dev.jitterlab.diagnosis.timeline.ProcessReading;
import dev.jitterlab.diagnosis.timeline.Stretch;
import dev.jitterlab.diagnosis.timeline.TimedWork;
import dev.jitterlab.diagnosis.timeline.TimelineBuilder;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A fault within the process, and one from outside that begins in the middle of it. Times in ms.
 */
class FrozenTest {
  private static final long MS = 1_000_000;
  private static final long WORKER = 7;

  private final TimelineBuilder timeline = new TimelineBuilder();

  /** On time ticks take 2 ms; this one is due at 0 and ends at 162. */
  private Budget divided(long startMs, long queuedBeforeMs, long queuedAfterMs) {
    for (int i = 1; i <= 5; i++) {
      timeline.add(tick(-50 * i, -50 * i, -50 * i + 2, false, 0, 0));
    }
    timeline.add(tick(0, startMs, 162, true, queuedBeforeMs, queuedAfterMs));
    Budget budget =
        Budgets.of(timeline.build(), OptionalLong.empty(), _ -> false, List.of(), Integer.MAX_VALUE)
            .getFirst();
    assertEquals(160 * MS, budget.latenessNs());
    assertEquals(160 * MS, budget.parts().stream().mapToLong(BudgetPart::ns).sum());
    return budget;
  }

  private static TimedWork tick(
      long dueMs, long startMs, long endMs, boolean isLate, long queuedBeforeMs, long queuedMs) {
    return new TimedWork(
        TimedWork.Kind.TICK,
        "battle-1",
        dueMs,
        WORKER,
        dueMs * MS,
        startMs * MS,
        endMs * MS,
        isLate,
        queuedBeforeMs * MS,
        2 * MS,
        queuedMs * MS,
        TimedWork.Total.UNKNOWN,
        0);
  }

  private void waits(Cause cause, long fromMs, long toMs) {
    timeline.add(new Stretch(cause, fromMs * MS, toMs * MS, WORKER, "event", cause.name()));
  }

  /** The watch woke 100 ms late at 160, on two CPUs. */
  private void wokeLate(long queuedMs, long busyMs, long cpuMs) {
    timeline.add(
        new ProcessReading(
            0, 160 * MS, 100 * MS, queuedMs * MS, 0, busyMs * MS, cpuMs * MS, 2, 0, -1));
  }

  @ParameterizedTest
  @EnumSource(names = {"LOCK_WAIT", "SLEEP", "IO", "PARK", "GC_STALL"})
  void aWaitThatAStopProlongsHasTheTimeUntilTheStop(Cause cause) {
    waits(cause, 0, 160);
    wokeLate(0, 10, 5);
    Budget budget = divided(0, 0, 0);
    assertEquals(60 * MS, budget.ns(cause), budget.parts().toString());
    assertEquals(100 * MS, budget.ns(Cause.PROCESS_STOPPED));
    BudgetPart stopped = part(budget, Cause.PROCESS_STOPPED);
    assertEquals(0, stopped.leastNs(), "another order gives it all to the wait");
    assertEquals(160 * MS, part(budget, cause).mostNs());
  }

  /** The thread that holds the lock gets no CPU either. */
  @Test
  void soDoesALackOfCpusThatOthersCause() {
    waits(Cause.LOCK_WAIT, 0, 160);
    wokeLate(100, 210, 5);
    Budget budget = divided(0, 0, 0);
    assertEquals(60 * MS, budget.ns(Cause.LOCK_WAIT), budget.parts().toString());
    assertEquals(100 * MS, budget.ns(Cause.RUN_QUEUE));
    assertEquals(
        "a thread that only watches waited 100 ms for a CPU; other processes used 205 ms of 2 CPUs",
        part(budget, Cause.RUN_QUEUE).evidence().getFirst().what());
  }

  /** The thread would have woken up at 110, and then waited for a CPU as all threads did. */
  @Test
  void aLackOfCpusCountsOnce() {
    waits(Cause.SLEEP, 0, 160);
    wokeLate(100, 210, 5);
    Budget budget = divided(0, 0, 50);
    assertEquals(60 * MS, budget.ns(Cause.SLEEP), budget.parts().toString());
    assertEquals(100 * MS, budget.ns(Cause.RUN_QUEUE));
    assertEquals(0, budget.ns(Cause.UNEXPLAINED));
  }

  @Test
  void beforeTheStartToo() {
    wokeLate(100, 210, 5);
    Budget budget = divided(160, 110, 0);
    assertEquals(110 * MS, budget.ns(Cause.RUN_QUEUE), budget.parts().toString());
  }

  /** Its own threads had the CPUs: then the lock's holder may have had one. */
  @Test
  void aProcessThatUsesTheCpusItselfIsNotFrozen() {
    waits(Cause.LOCK_WAIT, 0, 160);
    wokeLate(100, 210, 150);
    Budget budget = divided(0, 0, 0);
    assertEquals(160 * MS, budget.ns(Cause.LOCK_WAIT), budget.parts().toString());
  }

  /** Others used a sixth of the time, and its own threads nearly all the rest. */
  @Test
  void aShortWaitOfAProcessThatFillsTheCpusIsNoneForOthers() {
    waits(Cause.LOCK_WAIT, 0, 160);
    timeline.add(
        new ProcessReading(40 * MS, 160 * MS, 20 * MS, 20 * MS, 0, 240 * MS, 200 * MS, 2, 0, -1));
    Budget budget = divided(0, 0, 0);
    assertEquals(160 * MS, budget.ns(Cause.LOCK_WAIT), budget.parts().toString());
  }

  /** Other servers use the machine as always; what the watch waited for is the limit. */
  @Test
  void aProcessThatItsOwnLimitHoldsBackIsNotFrozen() {
    waits(Cause.LOCK_WAIT, 0, 160);
    heldBack();
    Budget budget = divided(0, 0, 0);
    assertEquals(160 * MS, budget.ns(Cause.LOCK_WAIT), budget.parts().toString());
  }

  @Test
  void whatItsOwnLimitHeldBackIsThrottling() {
    heldBack();
    Budget budget = divided(160, 110, 0);
    assertEquals(90 * MS, budget.ns(Cause.THROTTLING), budget.parts().toString());
    assertEquals(20 * MS, budget.ns(Cause.RUN_QUEUE));
  }

  /** The watch woke 100 ms late at 160; for 90 of them the limit kept its process from the CPUs. */
  private void heldBack() {
    timeline.add(
        new ProcessReading(0, 160 * MS, 100 * MS, 100 * MS, 0, 210 * MS, 5 * MS, 2, 0, 90 * MS));
  }

  /** Only the watch was late: the thread went on to wait for another lock meanwhile. */
  @Test
  void aThreadThatRanMeanwhileWasNotStopped() {
    waits(Cause.LOCK_WAIT, 0, 90);
    waits(Cause.LOCK_WAIT, 91, 160);
    wokeLate(0, 10, 5);
    Budget budget = divided(0, 0, 0);
    assertEquals(159 * MS, budget.ns(Cause.LOCK_WAIT), budget.parts().toString());
  }

  /** It took the lock at 90, and went on: whatever it did then, it was not stopped. */
  @Test
  void suchATimeIsNotStoppedEitherWhereNothingElseExplainsIt() {
    waits(Cause.LOCK_WAIT, 0, 90);
    wokeLate(0, 10, 5);
    Budget budget = divided(0, 0, 0);
    assertEquals(90 * MS, budget.ns(Cause.LOCK_WAIT), budget.parts().toString());
    assertEquals(0, budget.ns(Cause.PROCESS_STOPPED));
    assertEquals(70 * MS, budget.ns(Cause.UNEXPLAINED));
  }

  /** A pause of the JVM explains why the watch was late. */
  @Test
  void aPauseOfTheJvmIsNoLackOfCpus() {
    timeline.add(
        new Stretch(Cause.GC_PAUSE, 60 * MS, 160 * MS, JvmTimeline.ALL_THREADS, "event", "pause"));
    wokeLate(100, 210, 5);
    Budget budget = divided(0, 0, 0);
    assertEquals(100 * MS, budget.ns(Cause.GC_PAUSE), budget.parts().toString());
    assertFalse(budget.parts().stream().anyMatch(one -> one.cause() == Cause.RUN_QUEUE));
  }

  /** Without a thread, what no thread could do is known all the same. */
  @Test
  void aRequestOfAnUnknownThreadHadNoCpuEither() {
    wokeLate(100, 210, 5);
    for (int i = 1; i <= 5; i++) {
      timeline.add(request(-50 * i, -50 * i + 2, false));
    }
    timeline.add(request(0, 162, true));
    Budget budget =
        Budgets.of(timeline.build(), OptionalLong.empty(), _ -> false, List.of(), Integer.MAX_VALUE)
            .getFirst();
    assertEquals(100 * MS, budget.ns(Cause.RUN_QUEUE), budget.parts().toString());
    assertFalse(budget.notRead().contains(Cause.RUN_QUEUE));
  }

  private static TimedWork request(long fromMs, long endMs, boolean isLate) {
    return new TimedWork(
        TimedWork.Kind.REQUEST,
        "/pay",
        1,
        JvmTimeline.ALL_THREADS,
        fromMs * MS,
        fromMs * MS,
        endMs * MS,
        isLate,
        TimedWork.NOT_READ,
        TimedWork.NOT_READ,
        TimedWork.NOT_READ,
        TimedWork.Total.UNKNOWN,
        0);
  }

  private static BudgetPart part(Budget budget, Cause cause) {
    return budget.parts().stream().filter(part -> part.cause() == cause).findFirst().orElseThrow();
  }
}
