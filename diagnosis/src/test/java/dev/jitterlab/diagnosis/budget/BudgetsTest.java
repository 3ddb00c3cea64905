package dev.jitterlab.diagnosis.budget;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jitterlab.diagnosis.timeline.Cause;
import dev.jitterlab.diagnosis.timeline.CodeThrownAway;
import dev.jitterlab.diagnosis.timeline.Coverage;
import dev.jitterlab.diagnosis.timeline.CpuReading;
import dev.jitterlab.diagnosis.timeline.EventSetting;
import dev.jitterlab.diagnosis.timeline.JvmTimeline;
import dev.jitterlab.diagnosis.timeline.MethodCompilation;
import dev.jitterlab.diagnosis.timeline.ProcessReading;
import dev.jitterlab.diagnosis.timeline.QueuedBehind;
import dev.jitterlab.diagnosis.timeline.StackSample;
import dev.jitterlab.diagnosis.timeline.Stretch;
import dev.jitterlab.diagnosis.timeline.ThrottledTime;
import dev.jitterlab.diagnosis.timeline.TimedWork;
import dev.jitterlab.diagnosis.timeline.TimelineBuilder;
import java.util.List;
import java.util.OptionalLong;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class BudgetsTest {
  private static final long MS = 1_000_000;
  private static final long WORKER = 7;
  private static final long PERIOD = 50 * MS;
  private static final String STEP = "game.rules.Battle::step";

  private final TimelineBuilder timeline = new TimelineBuilder();

  /** Five ticks of 2 ms, all of it CPU time, before the time of the tests. */
  private void normalTicks() {
    for (int i = 1; i <= 5; i++) {
      timeline.add(tick("battle-1", i, -i * PERIOD, 0, 2 * MS, false, 0, 2 * MS));
    }
  }

  private static TimedWork tick(
      String task,
      long index,
      long dueNs,
      long driftNs,
      long executionNs,
      boolean late,
      long runQueueNs,
      long cpuNs) {
    return new TimedWork(
        TimedWork.Kind.TICK,
        task,
        index,
        WORKER,
        dueNs,
        dueNs + driftNs,
        dueNs + driftNs + executionNs,
        late,
        runQueueNs,
        cpuNs,
        runQueueNs < 0 ? TimedWork.NOT_READ : 0,
        TimedWork.Total.UNKNOWN,
        0);
  }

  private void stretch(Cause cause, long thread, double fromMs, double toMs) {
    timeline.add(
        new Stretch(
            cause, (long) (fromMs * MS), (long) (toMs * MS), thread, "event", cause.name()));
  }

  private void stop(Cause cause, double fromMs, double toMs) {
    stretch(cause, JvmTimeline.ALL_THREADS, fromMs, toMs);
  }

  private Budget only() {
    List<Budget> budgets = budgets();
    assertEquals(1, budgets.size());
    return budgets.getFirst();
  }

  private List<Budget> budgets() {
    return Budgets.of(
        timeline.build(),
        OptionalLong.empty(),
        method -> method.equals(STEP),
        List.of(),
        Integer.MAX_VALUE);
  }

  private static void assertAddsUp(Budget budget) {
    assertEquals(budget.latenessNs(), budget.parts().stream().mapToLong(BudgetPart::ns).sum());
    assertTrue(budget.parts().stream().anyMatch(part -> part.cause() == Cause.UNEXPLAINED));
    for (BudgetPart part : budget.parts()) {
      assertTrue(part.ns() >= 0 && part.leastNs() <= part.ns() && part.ns() <= part.mostNs());
      assertEquals(part.cause() == Cause.UNEXPLAINED, part.evidence().isEmpty(), part.toString());
      assertEquals(
          part.evidence().stream().distinct().toList(), part.evidence(), "each of them once");
    }
  }

  @Test
  void lateFromWhenItWasDueLessWhatItTypicallyTakes() {
    normalTicks();
    timeline.add(tick("battle-1", 6, 0, 10 * MS, 2 * MS, true, 0, 2 * MS));
    Budget budget = only();
    assertEquals(10 * MS, budget.latenessNs());
    assertEquals(2 * MS, budget.typicalNs());
    assertEquals(10 * MS, budget.ns(Cause.UNEXPLAINED));
    assertAddsUp(budget);
  }

  @Test
  void givesOverlapsToTheFirstInTheOrderAndSaysWhatOthersWouldGive() {
    normalTicks();
    timeline.add(tick("battle-1", 6, 0, 0, 42 * MS, true, 0, 2 * MS));
    stop(Cause.TIME_TO_SAFEPOINT, 5, 10);
    stop(Cause.GC_PAUSE, 10, 20);
    stretch(Cause.LOCK_WAIT, WORKER, 15, 41);
    Budget budget = only();

    assertEquals(40 * MS, budget.latenessNs());
    assertEquals(10 * MS, budget.ns(Cause.GC_PAUSE));
    assertEquals(5 * MS, budget.ns(Cause.TIME_TO_SAFEPOINT));
    assertEquals(21 * MS, budget.ns(Cause.LOCK_WAIT));
    assertEquals(4 * MS, budget.ns(Cause.UNEXPLAINED));
    BudgetPart lock = part(budget, Cause.LOCK_WAIT);
    assertEquals(21 * MS, lock.leastNs());
    assertEquals(26 * MS, lock.mostNs());
    assertEquals(5 * MS, part(budget, Cause.GC_PAUSE).leastNs());
    assertAddsUp(budget);
  }

  private static BudgetPart part(Budget budget, Cause cause) {
    return budget.parts().stream().filter(part -> part.cause() == cause).findFirst().orElseThrow();
  }

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

  @Test
  void aWaitOfTheTickBeforeIsACauseOfTheNext() {
    normalTicks();
    stretch(Cause.LOCK_WAIT, WORKER, -8, 30);
    timeline.add(tick("battle-2", 1, -10 * MS, 0, 41 * MS, false, 0, 2 * MS));
    timeline.add(tick("battle-1", 6, 0, 31 * MS, 2 * MS, true, 0, 2 * MS));
    Budget budget = only();
    long lock = budget.ns(Cause.LOCK_WAIT); // and most of what the tick then still had to do
    assertTrue(lock >= 30 * MS && lock <= 31 * MS, Long.toString(lock));
    assertAddsUp(budget);
  }

  /** The pause was over when the second was due, and yet it is what made it late. */
  @Test
  void followsTheDriftThatATickBeforeHandsOnToItsCause() {
    normalTicks();
    stop(Cause.GC_PAUSE, -30, -1);
    timeline.add(tick("battle-2", 1, -30 * MS, 29 * MS, 2 * MS, true, 0, 2 * MS));
    timeline.add(tick("battle-3", 1, -29 * MS, 30 * MS, 20 * MS, true, 0, 2 * MS));
    timeline.add(tick("battle-1", 6, 0, 21 * MS, 2 * MS, true, 0, 2 * MS));
    Budget last = budgets().getLast();
    assertEquals(21 * MS, last.latenessNs());
    assertTrue(last.ns(Cause.GC_PAUSE) > 10 * MS, last.parts().toString());
    assertEquals("GC_PAUSE", part(last, Cause.GC_PAUSE).evidence().getFirst().what());
    assertAddsUp(last);
  }

  /** The operation around it is longer, and says less. */
  @Test
  void aCollectionsOwnEventComesBeforeTheOperationAroundIt() {
    normalTicks();
    for (int i = 0; i < 3; i++) {
      pause("jdk.ExecuteVMOperation", "G1CollectFull", 10 * i, 10 * i + 9);
    }
    pause("jdk.GCPhasePause", "G1Full", 11, 18);
    pause("jdk.GCPhasePause", "G1New", 1, 2);
    timeline.add(tick("battle-1", 6, 0, 0, 40 * MS, true, 0, 2 * MS));
    Budget budget = only();
    assertEquals(
        List.of("G1Full", "G1New", "G1CollectFull"),
        budget.first().evidence().stream().map(Sighting::what).toList());
    assertAddsUp(budget);
  }

  private void pause(String event, String what, double fromMs, double toMs) {
    timeline.add(
        new Stretch(
            Cause.GC_PAUSE,
            (long) (fromMs * MS),
            (long) (toMs * MS),
            JvmTimeline.ALL_THREADS,
            event,
            what));
  }

  /** It is in the window of the tick, and what the tick before hands on. */
  @Test
  void aPauseThatMadeTheTickBeforeLateTooIsShownOnce() {
    normalTicks();
    stop(Cause.GC_PAUSE, -5, 15);
    timeline.add(tick("battle-2", 1, -5 * MS, 20 * MS, 8 * MS, true, 0, 2 * MS));
    timeline.add(tick("battle-1", 6, 0, 23 * MS, 2 * MS, true, 0, 2 * MS));
    Budget last = budgets().getLast();
    assertTrue(last.ns(Cause.GC_PAUSE) > 15 * MS, "some of it was handed on");
    assertEquals(1, part(last, Cause.GC_PAUSE).evidence().size());
    assertAddsUp(last);
  }

  @Test
  void workThatIsOnTimeOnTheSameThreadIsAPredecessor() {
    normalTicks();
    timeline.add(tick("boss-1", 1, -1 * MS, 0, 21 * MS, false, 0, 21 * MS));
    timeline.add(tick("boss-1", 2, -500 * MS, 0, 21 * MS, false, 0, 21 * MS));
    timeline.add(tick("boss-1", 3, -600 * MS, 0, 21 * MS, false, 0, 21 * MS));
    timeline.add(tick("battle-1", 6, 0, 20 * MS, 2 * MS, true, 0, 2 * MS));
    Budget budget = only();
    assertEquals(20 * MS, budget.ns(Cause.PREDECESSOR));
    assertAddsUp(budget);
  }

  private static TimedWork on(
      long thread, TimedWork.Kind kind, long index, long dueMs, long startMs, long endMs) {
    return new TimedWork(
        kind,
        "/pay",
        index,
        thread,
        dueMs * MS,
        startMs * MS,
        endMs * MS,
        true,
        TimedWork.NOT_READ,
        TimedWork.NOT_READ,
        TimedWork.NOT_READ,
        TimedWork.Total.UNKNOWN,
        0);
  }

  /** Requests of one target run side by side: an earlier one on another thread delays none. */
  @Test
  void aRequestDoesNotWaitForAnEarlierOneOnAnotherThread() {
    timeline.add(on(WORKER + 1, TimedWork.Kind.REQUEST, 1, 0, 0, 100));
    timeline.add(on(WORKER, TimedWork.Kind.REQUEST, 2, 10, 60, 170));
    Budget last = budgets().getLast();
    assertEquals(2, last.work().index());
    assertEquals(0, last.ns(Cause.PREDECESSOR), last.parts().toString());
    assertEquals(last.latenessNs(), last.ns(Cause.UNEXPLAINED), last.parts().toString());
    assertAddsUp(last);
  }

  /** One thread may do a request after the other; then the second waits for the first. */
  @Test
  void aRequestWaitsForAnEarlierOneOnItsThread() {
    timeline.add(on(WORKER, TimedWork.Kind.REQUEST, 1, 0, 0, 60));
    timeline.add(on(WORKER, TimedWork.Kind.REQUEST, 2, 10, 60, 170));
    Budget last = budgets().getLast();
    assertEquals(50 * MS, last.ns(Cause.PREDECESSOR), last.parts().toString());
    assertAddsUp(last);
  }

  /** A task runs one tick at a time, whichever thread does it. */
  @Test
  void aTickWaitsForTheOneBeforeItOnAnotherThread() {
    timeline.add(on(WORKER + 1, TimedWork.Kind.TICK, 1, 0, 0, 60));
    timeline.add(on(WORKER, TimedWork.Kind.TICK, 2, 10, 60, 170));
    Budget last = budgets().getLast();
    assertEquals(50 * MS, last.ns(Cause.PREDECESSOR), last.parts().toString());
    assertAddsUp(last);
  }

  /** What its own thread did meanwhile was on time, and is not what the tick waited for. */
  @Test
  void aTickWaitsForTheOneBeforeItAlsoWhereItsOwnThreadDidOthersMeanwhile() {
    normalTicks();
    stretch(Cause.IO, WORKER + 1, 1, 99);
    timeline.add(on(WORKER + 1, TimedWork.Kind.TICK, 6, 0, 0, 100));
    for (int i = 1; i <= 4; i++) {
      timeline.add(tick("battle-2", i, 20L * i * MS, 0, 3 * MS, false, 0, 3 * MS));
    }
    timeline.add(on(WORKER, TimedWork.Kind.TICK, 7, 10, 100, 102));
    Budget last = budgets().getLast();
    assertEquals(7, last.work().index());
    assertTrue(last.ns(Cause.IO) >= 85 * MS, last.parts().toString());
    assertTrue(last.ns(Cause.UNEXPLAINED) <= 5 * MS, last.parts().toString());
    assertAddsUp(last);
  }

  @Test
  void aTickWaitsForItsOwnThreadWhenTheOneBeforeItIsDone() {
    normalTicks();
    stretch(Cause.IO, WORKER + 1, 1, 59);
    timeline.add(on(WORKER + 1, TimedWork.Kind.TICK, 6, 0, 0, 60));
    timeline.add(tick("boss-1", 1, 60 * MS, 0, 40 * MS, false, 0, 40 * MS));
    timeline.add(on(WORKER, TimedWork.Kind.TICK, 7, 10, 100, 102));
    Budget last = budgets().getLast();
    assertEquals(50 * MS, last.ns(Cause.IO), last.parts().toString());
    assertTrue(last.ns(Cause.UNEXPLAINED) <= 5 * MS, last.parts().toString());
    assertAddsUp(last);
  }

  /** Of two before it, one was on time and one had waited behind another itself. */
  @Test
  void worksBeforeItMayBeOnTimeOrHaveWaitedThemselves() {
    normalTicks();
    for (int i = 1; i <= 4; i++) {
      timeline.add(tick("boss-1", i, -500L * i * MS, 0, 21 * MS, false, 0, 21 * MS));
    }
    timeline.add(tick("boss-1", 5, -60 * MS, 0, 21 * MS, false, 0, 21 * MS));
    timeline.add(tick("battle-2", 1, -59 * MS, 20 * MS, 30 * MS, true, 0, 2 * MS));
    timeline.add(tick("boss-1", 6, -9 * MS, 0, 21 * MS, false, 0, 21 * MS));
    timeline.add(tick("battle-1", 6, -20 * MS, 32 * MS, 2 * MS, true, 0, 2 * MS));
    List<Budget> budgets = budgets();
    assertEquals(2, budgets.size());
    budgets.forEach(BudgetsTest::assertAddsUp);
  }

  @Test
  void longBacklogsCostNoMoreThanShortOnes() {
    normalTicks();
    for (int i = 0; i < 3_000; i++) {
      timeline.add(tick("battle-2", i, i * MS / 2, i * MS / 2, MS, true, 0, MS));
    }
    List<Budget> budgets = budgets();
    Budget last = budgets.getLast();
    assertTrue(last.ns(Cause.PREDECESSOR) > 0.9 * last.latenessNs(), last.parts().toString());
    budgets.forEach(BudgetsTest::assertAddsUp);
  }

  @Test
  void computingLongerThanUsualIsOwnCode() {
    normalTicks();
    timeline.add(tick("battle-1", 6, 0, 0, 60 * MS, true, 0, 58 * MS));
    Budget budget = only();
    assertEquals(56 * MS, budget.ns(Cause.OWN_CODE));
    assertEquals(2 * MS, budget.ns(Cause.UNEXPLAINED));
    assertAddsUp(budget);
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

  @Test
  void slowCodeIsWhatTakesLongerUntilItIsCompiledAgain() {
    normalTicks();
    timeline.add(
        new CodeThrownAway(
            5 * MS,
            WORKER,
            STEP,
            41,
            "unstable_if",
            "reinterpret",
            "jdk.Deoptimization",
            CodeThrownAway.UNKNOWN,
            CodeThrownAway.UNKNOWN,
            ""));
    timeline.add(new MethodCompilation(20 * MS, 35 * MS, STEP, 4, 12, false, "jdk.Compilation"));
    timeline.setting("jdk.Compilation", new EventSetting(true, 0, 0));
    timeline.add(tick("battle-1", 6, 0, 0, 60 * MS, true, 0, 58 * MS));
    Budget budget = only();
    assertEquals(30 * MS, budget.ns(Cause.DEOPTIMISED_CODE));
    assertEquals(26 * MS, budget.ns(Cause.OWN_CODE));
    assertTrue(
        part(budget, Cause.DEOPTIMISED_CODE)
            .evidence()
            .getFirst()
            .what()
            .startsWith(
                "game.rules.Battle.step, line 41 (unstable_if), compiled again after 30 ms"));
    assertAddsUp(budget);
  }

  /** A speculation failed in a method that the compiler had inlined into another one. */
  @Test
  void slowCodeEndsWhenTheMethodAroundItIsCompiledAgain() {
    normalTicks();
    thrownAwayInlined(12);
    timeline.add(compiled(-200, -190, "io.Loop::step", 12));
    timeline.add(compiled(10, 25, "io.Loop::step", 30));
    timeline.add(tick("battle-1", 6, 0, 0, 60 * MS, true, 0, 58 * MS));
    timeline.add(tick("battle-1", 7, 2 * PERIOD, 0, 60 * MS, true, 0, 58 * MS));
    List<Budget> budgets = budgets();
    assertEquals(20 * MS, budgets.getFirst().ns(Cause.DEOPTIMISED_CODE));
    assertEquals(0, budgets.getLast().ns(Cause.DEOPTIMISED_CODE), "it is compiled again");
    assertEquals(56 * MS, budgets.getLast().ns(Cause.OWN_CODE));
    String what = part(budgets.getFirst(), Cause.DEOPTIMISED_CODE).evidence().getFirst().what();
    assertEquals(
        "game.rules.Battle.step, line 41 (unstable_if), inlined in io.Loop.step,"
            + " compiled again after 20 ms",
        what);
  }

  /** The compilation was before the recording began: what was thrown away is not known. */
  @Test
  void slowCodeOfAnUnknownCompilationDoesNotLastForever() {
    normalTicks();
    thrownAwayInlined(12);
    timeline.add(compiled(10, 25, "io.Other::step", 30));
    timeline.add(tick("battle-1", 6, 0, 0, 60 * MS, true, 0, 58 * MS));
    timeline.add(tick("battle-1", 7, 2000 * MS, 0, 60 * MS, true, 0, 58 * MS));
    List<Budget> budgets = budgets();
    assertEquals(55 * MS, budgets.getFirst().ns(Cause.DEOPTIMISED_CODE));
    assertEquals(0, budgets.getLast().ns(Cause.DEOPTIMISED_CODE));
  }

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

  /** Nothing shows what a virtual thread waits for, and it was seen to run once in 120 ms. */
  @Test
  void slowCodeOfAVirtualThreadTakesNoLongerThanSamplesShow() {
    normalTicks();
    timeline.virtualThread(WORKER);
    timeline.add(
        new CodeThrownAway(
            5 * MS,
            WORKER,
            STEP,
            41,
            "unstable_if",
            "reinterpret",
            "jdk.Deoptimization",
            12,
            CodeThrownAway.UNKNOWN,
            ""));
    timeline.add(tick("battle-1", 6, 10 * MS, 0, 122 * MS, true, -1, -1));
    Budget unsampled = only();
    assertEquals(120 * MS, unsampled.ns(Cause.UNEXPLAINED));
    assertTrue(unsampled.notRead().contains(Cause.DEOPTIMISED_CODE), unsampled::toString);

    timeline.setting("jdk.ExecutionSample", new EventSetting(true, 0, 10 * MS));
    timeline.add(new StackSample(50 * MS, WORKER, List.of(STEP), false));
    Budget sampled = only();
    assertEquals(18 * MS, sampled.ns(Cause.DEOPTIMISED_CODE), "two periods, less the usual 2 ms");
    assertEquals(102 * MS, sampled.ns(Cause.UNEXPLAINED));
  }

  /** The first was late for another reason, which is not blamed for what follows. */
  @Test
  void slowCodeOfManyTicksIsTheCauseOfThoseBehindThem() {
    normalTicks();
    timeline.add(
        new CodeThrownAway(
            5 * MS,
            WORKER,
            STEP,
            41,
            "unstable_if",
            "reinterpret",
            "jdk.Deoptimization",
            12,
            CodeThrownAway.UNKNOWN,
            ""));
    stop(Cause.GC_PAUSE, 0, 10);
    for (int i = 0; i < 10; i++) {
      timeline.add(tick("battle-" + i, 6, 0, (10 + 22 * i) * MS, 22 * MS, true, 0, 22 * MS));
    }
    Budget last = budgets().getLast();
    assertEquals(228 * MS, last.latenessNs());
    assertTrue(last.ns(Cause.GC_PAUSE) <= 13 * MS, last::toString);
    assertTrue(last.ns(Cause.DEOPTIMISED_CODE) >= 200 * MS, last::toString);
    assertTrue(last.ns(Cause.PREDECESSOR) <= 18 * MS, "nine ticks of 2 ms: " + last);
    assertAddsUp(last);
  }

  private void thrownAwayInlined(int compilation) {
    timeline.setting("jdk.Compilation", new EventSetting(true, 0, 0));
    timeline.add(
        new CodeThrownAway(
            5 * MS,
            WORKER,
            STEP,
            41,
            "unstable_if",
            "reinterpret",
            "jdk.Deoptimization",
            compilation,
            CodeThrownAway.UNKNOWN,
            ""));
  }

  private static MethodCompilation compiled(long fromMs, long toMs, String method, int id) {
    return new MethodCompilation(fromMs * MS, toMs * MS, method, 4, id, false, "jdk.Compilation");
  }

  /** Ten milliseconds nobody knows of, and then more work than time: the drift is the work's. */
  @Test
  void whatBeganADriftIsNotBlamedForItsGrowth() {
    normalTicks();
    timeline.setting("jitterlab.Tick", new EventSetting(true, 0, 0));
    long free = 10 * MS; // the thread starts so much later, and nothing says why
    for (int i = 0; i < 40; i++) {
      for (int battle = 0; battle < 30; battle++) { // 60 ms of work in 50 ms
        long due = i * PERIOD;
        long start = Math.max(due, free);
        free = start + 2 * MS;
        timeline.add(tick("battle-" + battle, i, due, start - due, 2 * MS, start > due, 0, 2 * MS));
      }
    }
    Budget last = budgets().getLast();
    assertEquals(10.0 * 40 + 8, last.latenessNs() / (double) MS - 60, 10.0);
    assertTrue(last.ns(Cause.UNEXPLAINED) <= 10 * MS, last.parts().toString());
    assertEquals(Cause.PREDECESSOR, last.first().cause());
    assertAddsUp(last);
  }

  @Test
  void codeThatOtherThreadsRunIsNoCause() {
    normalTicks();
    timeline.add(
        new CodeThrownAway(
            5 * MS,
            99,
            "io.Net::poll",
            1,
            "unstable_if",
            "reinterpret",
            "jdk.Deoptimization",
            CodeThrownAway.UNKNOWN,
            CodeThrownAway.UNKNOWN,
            ""));
    timeline.add(tick("battle-1", 6, 0, 0, 60 * MS, true, 0, 58 * MS));
    assertEquals(0, only().ns(Cause.DEOPTIMISED_CODE));
  }

  @Test
  void waitingForACpuWhileCompilersRanIsTheirs() {
    normalTicks();
    timeline.add(new MethodCompilation(0, 12 * MS, STEP, 4, 1, false, "jdk.Compilation"));
    timeline.add(tick("battle-1", 6, 0, 20 * MS, 2 * MS, true, 15 * MS, 2 * MS));
    Budget budget = only();
    assertEquals(12 * MS, budget.ns(Cause.COMPILER_THREADS));
    assertEquals(3 * MS, budget.ns(Cause.RUN_QUEUE));
    assertEquals(15 * MS, part(budget, Cause.RUN_QUEUE).mostNs());
    assertAddsUp(budget);
  }

  /** A compilation went on all the time, but on the thread's CPU a compiler ran for 5 ms only. */
  @Test
  void aTraceOfTheSchedulerDividesTheWaitExactly() {
    normalTicks();
    timeline.add(new MethodCompilation(0, 20 * MS, STEP, 4, 1, false, "jdk.Compilation"));
    reading(-10, 90, 0, 0, 0, 200, 20, 0, -1); // an estimate would give compilers a tenth
    TimedWork late = tick("battle-1", 6, 0, 20 * MS, 2 * MS, true, 15 * MS, 2 * MS);
    timeline.add(late);
    timeline.add(late, true, behind(15 * MS, 15 * MS));
    Budget budget = only();
    assertEquals(5 * MS, budget.ns(Cause.COMPILER_THREADS));
    assertEquals(5 * MS, part(budget, Cause.COMPILER_THREADS).leastNs());
    assertEquals(5 * MS, part(budget, Cause.COMPILER_THREADS).mostNs());
    assertEquals(10 * MS, budget.ns(Cause.RUN_QUEUE));
    assertEquals(10 * MS, part(budget, Cause.RUN_QUEUE).mostNs());
    String words =
        "run-queue delay before the start, behind stress-ng outside this JVM (10.0 ms) and C2"
            + " CompilerThread0 (5.0 ms); other processes used 90 % of the CPUs, this one 10 %";
    for (Cause cause : List.of(Cause.RUN_QUEUE, Cause.COMPILER_THREADS)) {
      assertEquals(words, part(budget, cause).evidence().getFirst().what());
    }
    assertAddsUp(budget);
  }

  /** What a pause has already is not the compilers' as well. */
  @Test
  void compilersGetNothingOfWhatAnotherCauseHas() {
    normalTicks();
    stop(Cause.GC_PAUSE, 6, 9);
    TimedWork late = tick("battle-1", 6, 0, 20 * MS, 2 * MS, true, 15 * MS, 2 * MS);
    timeline.add(late);
    timeline.add(late, true, behind(15 * MS, 15 * MS));
    Budget budget = only();
    assertEquals(3 * MS, budget.ns(Cause.GC_PAUSE));
    assertEquals(2 * MS, budget.ns(Cause.COMPILER_THREADS));
    assertEquals(13 * MS, budget.ns(Cause.RUN_QUEUE));
    assertAddsUp(budget);
  }

  /** It names whom it shows, and the division is estimated as without a trace. */
  @Test
  void aTraceThatShowsLittleOfTheWaitDividesNothing() {
    normalTicks();
    timeline.add(new MethodCompilation(0, 12 * MS, STEP, 4, 1, false, "jdk.Compilation"));
    TimedWork late = tick("battle-1", 6, 0, 20 * MS, 2 * MS, true, 15 * MS, 2 * MS);
    timeline.add(late);
    timeline.add(late, true, behind(15 * MS, 10 * MS));
    Budget budget = only();
    assertEquals(12 * MS, budget.ns(Cause.COMPILER_THREADS));
    assertEquals(3 * MS, budget.ns(Cause.RUN_QUEUE));
    assertEquals(15 * MS, part(budget, Cause.RUN_QUEUE).mostNs());
    assertTrue(
        part(budget, Cause.RUN_QUEUE).evidence().getFirst().what().contains("behind stress-ng"));
    assertAddsUp(budget);
  }

  /** C2 ran from 5 to 10 ms. */
  private static QueuedBehind behind(long delayNs, long foundNs) {
    return new QueuedBehind(
        delayNs,
        foundNs,
        List.of(
            new QueuedBehind.Runner("stress-ng outside this JVM", foundNs - 5 * MS),
            new QueuedBehind.Runner("C2 CompilerThread0", 5 * MS)),
        0,
        0,
        List.of(new QueuedBehind.Turn(5 * MS, 10 * MS)));
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

  /** A pause while the load generator had not come to the request concerns somebody else's. */
  @Test
  void whatTheLoadGeneratorHadNotBegunIsNoServersFault() {
    stretch(Cause.GC_PAUSE, JvmTimeline.ALL_THREADS, 20, 60);
    timeline.add(
        new TimedWork(
            TimedWork.Kind.REQUEST,
            "/pay",
            1,
            WORKER,
            0,
            60 * MS,
            100 * MS,
            true,
            TimedWork.NOT_READ,
            TimedWork.NOT_READ,
            TimedWork.NOT_READ,
            TimedWork.Total.UNKNOWN,
            50 * MS));
    Budget budget = only();
    BudgetPart load = part(budget, Cause.LOAD_LATE);
    assertEquals(
        List.of(50 * MS, 50 * MS, 50 * MS), List.of(load.ns(), load.leastNs(), load.mostNs()));
    assertEquals("slow-requests.csv", load.evidence().getFirst().event());
    assertEquals(10 * MS, budget.ns(Cause.GC_PAUSE), budget.parts().toString());
    assertEquals(10 * MS, part(budget, Cause.GC_PAUSE).mostNs());
    assertAddsUp(budget);
  }

  /** The load generator's part counts once: what is left is the hypervisor's and the disk's. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void stealAndPageFaultsGetWhatTheLoadGeneratorLeft(boolean steal) {
    normalTicks();
    reading(0, 100, 0, 0, steal ? 80 : 0, 10, 2, steal ? 0 : 4, -1);
    timeline.add(
        new TimedWork(
            TimedWork.Kind.REQUEST,
            "/pay",
            1,
            WORKER,
            0,
            50 * MS,
            102 * MS,
            true,
            TimedWork.NOT_READ,
            TimedWork.NOT_READ,
            TimedWork.NOT_READ,
            TimedWork.Total.UNKNOWN,
            50 * MS));
    Budget budget = only();
    assertEquals(100 * MS, budget.latenessNs());
    assertEquals(50 * MS, budget.ns(Cause.LOAD_LATE));
    Cause cause = steal ? Cause.STEAL : Cause.PAGE_FAULT;
    assertEquals(20 * MS, budget.ns(cause), budget.parts().toString());
    assertAddsUp(budget);
  }

  @Test
  void poolsSamplesOfLateTicksWhereNoCpuTimeWasRead() {
    timeline.setting("jdk.ExecutionSample", new EventSetting(true, 0, 10 * MS));
    for (int i = 1; i <= 5; i++) {
      timeline.add(tick("battle-1", i, -i * PERIOD, 0, 2 * MS, false, 0, -1));
    }
    for (int i = 0; i < 4; i++) {
      long due = i * (2 * PERIOD);
      timeline.add(tick("battle-1", 6 + i, due, 0, 42 * MS, true, 0, -1));
      timeline.add(new StackSample(due + 10 * MS, WORKER, List.of("a.Slow::sort", STEP), false));
      timeline.add(new StackSample(due + 20 * MS, WORKER, List.of("a.Slow::sort", STEP), false));
    }
    Budget budget = budgets().getFirst();
    assertEquals(18 * MS, budget.ns(Cause.OWN_CODE)); // 20 of 42 ms computed, 2 usual
    assertTrue(
        part(budget, Cause.OWN_CODE).evidence().getFirst().what().startsWith("a.Slow.sort"),
        budget.parts().toString());
    assertAddsUp(budget);
  }

  /** Of ten late ticks, so many have a sample in the method, and others one in the step alone. */
  private List<String> ownCodeOf(int late, String method, int others, int normal) {
    timeline.setting("jdk.ExecutionSample", new EventSetting(true, 0, 10 * MS));
    for (int i = 1; i <= 20; i++) {
      timeline.add(tick("battle-1", i, -i * PERIOD, 0, 2 * MS, false, 0, 2 * MS));
      if (i <= normal) {
        timeline.add(new StackSample(-i * PERIOD + MS, WORKER, List.of(STEP), false));
      }
    }
    for (int i = 0; i < 10; i++) {
      long due = i * 2 * PERIOD;
      timeline.add(tick("battle-1", 21 + i, due, 0, 60 * MS, true, 0, 58 * MS));
      if (i < late + others) {
        List<String> frames = i < late ? List.of(method, STEP) : List.of(STEP);
        timeline.add(new StackSample(due + 10 * MS, WORKER, frames, false));
      }
    }
    return budgets().stream()
        .flatMap(budget -> part(budget, Cause.OWN_CODE).evidence().stream())
        .map(Sighting::what)
        .toList();
  }

  /** That normal ticks have no sample says nothing of what they run. */
  @Test
  void withoutSamplesOfNormalTicksNothingIsComparedWithThem() {
    List<String> words = ownCodeOf(6, "a.Boss::step", 0, 0);
    assertEquals(10, words.size());
    for (String what : words) {
      assertEquals(
          "58.0 ms of CPU time; a.Boss.step is in 100 % of 6 samples of late ones;"
              + " too few samples of normal ones to compare",
          what);
    }
  }

  /** One sample of eight comes by chance. */
  @Test
  void aMethodIsNamedOnlyIfItStandsOut() {
    for (String what : ownCodeOf(1, "a.Boss::step", 7, 20)) {
      assertEquals("58.0 ms of CPU time", what);
    }
  }

  @Test
  void aMethodThatStandsOutIsNamedWithBothShares() {
    for (String what : ownCodeOf(6, "a.Boss::step", 2, 20)) {
      assertEquals(
          "58.0 ms of CPU time; a.Boss.step is in 75 % of 8 samples of late ones,"
              + " and in 0 % of normal ones",
          what);
    }
  }

  /** A rate is spread over all threads, so nobody knows how much time a sample stands for. */
  @Test
  void samplesThatAreLimitedToARateSayNothingOfTimes() {
    timeline.setting("jdk.CPUTimeSample", new EventSetting(true, 0, 0));
    for (int i = 1; i <= 5; i++) {
      timeline.add(tick("battle-1", i, -i * PERIOD, 0, 2 * MS, false, 0, -1));
    }
    for (int i = 0; i < 4; i++) {
      long dueMs = 100L * i;
      timeline.add(tick("battle-1", 6 + i, dueMs * MS, 0, 42 * MS, true, 0, -1));
      sample(dueMs + 10, STEP);
      sample(dueMs + 20, STEP);
    }
    timeline.add(tick("battle-1", 10, 1_000 * MS, 100 * MS, 2 * MS, true, 0, -1));
    for (int i = 1; i < 9; i++) {
      sample(1_000 + 10L * i, "a.Other::run");
    }
    List<Budget> budgets = budgets();
    assertEquals(40 * MS, budgets.getFirst().ns(Cause.UNEXPLAINED), budgets::toString);
    assertTrue(budgets.getFirst().notRead().contains(Cause.OWN_CODE), budgets::toString);
    assertEquals(100 * MS, budgets.getLast().ns(Cause.UNEXPLAINED), budgets::toString);
    budgets.forEach(BudgetsTest::assertAddsUp);
    String why = timeline.build().coverage(Cause.OWN_CODE).why();
    assertTrue(why.startsWith("jdk.CPUTimeSample has no known period"), why);

    timeline.setting("jdk.CPUTimeSample", new EventSetting(true, 0, 10 * MS));
    assertTrue(budgets().getFirst().ns(Cause.OWN_CODE) > 17 * MS, "80 of 170 ms, 2 are usual");
    assertTrue(timeline.build().coverage(Cause.OWN_CODE).recorded());
  }

  /** The tick before it was recorded, so its samples show no more work. Nor does one in a pause. */
  @Test
  void samplesOfARecordedTickDoNotCountOnceMore() {
    normalTicks();
    timeline.setting("jdk.ExecutionSample", new EventSetting(true, 0, 10 * MS));
    for (int i = 1; i <= 3; i++) {
      timeline.add(tick("boss-1", i, (i - 3) * 500L * MS, 0, 60 * MS, false, 0, 60 * MS));
    }
    stop(Cause.GC_PAUSE, 60, 62);
    for (int ms = 5; ms < 60; ms += 10) {
      sample(ms, "a.Boss::step");
    }
    sample(61, "a.Boss::step");
    timeline.add(tick("battle-1", 6, 0, 100 * MS, 2 * MS, true, 0, 2 * MS));
    Budget budget = only();
    assertEquals(60 * MS, budget.ns(Cause.PREDECESSOR), budget.parts().toString());
    assertEquals(38 * MS, budget.ns(Cause.UNEXPLAINED), budget.parts().toString());
    assertAddsUp(budget);

    sample(65, "a.Short::step");
    sample(75, "a.Short::step");
    Budget more = only();
    assertEquals(80 * MS, more.ns(Cause.PREDECESSOR), more.parts().toString());
    assertTrue(
        part(more, Cause.PREDECESSOR).evidence().stream()
            .anyMatch(
                one ->
                    one.what().equals("in 2 samples the thread ran other code, last a.Short.step")),
        more.parts().toString());
    assertAddsUp(more);
  }

  private void sample(long atMs, String method) {
    timeline.add(new StackSample(atMs * MS, WORKER, List.of(method), false));
  }

  /** What the system did up to {@code toMs}; CPUs are two. */
  private void reading(
      double fromMs,
      double toMs,
      double oversleptMs,
      double runQueueMs,
      double stealMs,
      double busyMs,
      double cpuMs,
      int faults,
      double throttledMs) {
    timeline.add(
        new ProcessReading(
            (long) (fromMs * MS),
            (long) (toMs * MS),
            (long) (oversleptMs * MS),
            (long) (runQueueMs * MS),
            (long) (stealMs * MS),
            (long) (busyMs * MS),
            (long) (cpuMs * MS),
            2,
            faults,
            (long) (throttledMs * MS)));
  }

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
    budgets.forEach(BudgetsTest::assertAddsUp);
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

  /** The compiler ran, and so did others: it gets this process's part of the CPU time. */
  @Test
  void compilersAreNotBlamedForWhatOtherProcessesTook() {
    normalTicks();
    timeline.add(new MethodCompilation(0, 20 * MS, STEP, 4, 1, false, "jdk.Compilation"));
    reading(-10, 90, 0, 0, 0, 200, 20, 0, -1);
    timeline.add(tick("battle-1", 6, 0, 20 * MS, 2 * MS, true, 20 * MS, 2 * MS));
    Budget budget = only();
    assertEquals(2 * MS, budget.ns(Cause.COMPILER_THREADS));
    assertEquals(20 * MS, part(budget, Cause.COMPILER_THREADS).mostNs());
    assertEquals(18 * MS, budget.ns(Cause.RUN_QUEUE));
    assertTrue(
        part(budget, Cause.RUN_QUEUE)
            .evidence()
            .getFirst()
            .what()
            .endsWith("other processes used 90 % of the CPUs, this one 10 %"),
        budget.parts().toString());
    assertAddsUp(budget);
  }

  /** A recording of somebody else's settings has the JVM's own readings, once a second. */
  @Test
  void withoutReadingsOfTheSystemTheJvmsOwnSayWhoHadTheCpus() {
    normalTicks();
    timeline.add(new MethodCompilation(0, 20 * MS, STEP, 4, 1, false, "jdk.Compilation"));
    timeline.add(new CpuReading(-10 * MS, 0.9, 1, "jdk.CPULoad")); // of the second before
    timeline.add(new CpuReading(990 * MS, 0.05, 1, "jdk.CPULoad"));
    timeline.add(tick("battle-1", 6, 0, 20 * MS, 2 * MS, true, 20 * MS, 2 * MS));
    Budget budget = only();
    assertEquals(1 * MS, budget.ns(Cause.COMPILER_THREADS));
    assertEquals(19 * MS, budget.ns(Cause.RUN_QUEUE));
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

  /** Random stretches over random ticks: what a budget says always adds up. */
  @Test
  void alwaysAddsUp() {
    Random random = new Random(42);
    normalTicks();
    long at = 0;
    for (int i = 0; i < 500; i++) {
      long drift = random.nextLong(30 * MS) - MS;
      long execution = random.nextLong(40 * MS);
      timeline.add(
          tick(
              "battle-" + random.nextInt(3),
              i,
              at,
              drift,
              execution,
              random.nextInt(3) > 0,
              random.nextInt(4) == 0 ? -1 : random.nextLong(20 * MS),
              random.nextInt(4) == 0 ? -1 : random.nextLong(20 * MS)));
      Cause[] causes = Cause.values();
      long from = at + random.nextLong(40 * MS) - 20 * MS;
      Cause cause = causes[random.nextInt(Cause.PARK.rank())];
      timeline.add(
          new Stretch(
              cause,
              from,
              from + random.nextLong(30 * MS),
              cause.compareTo(Cause.GC_STALL) < 0 ? JvmTimeline.ALL_THREADS : WORKER,
              "event",
              "x"));
      double fromMs = i * 40.0;
      reading(
          fromMs,
          fromMs + 40,
          random.nextInt(30),
          random.nextInt(30),
          10 * random.nextInt(2),
          random.nextInt(80),
          random.nextInt(40),
          random.nextInt(2),
          random.nextInt(40));
      at += random.nextLong(60 * MS);
    }
    List<Budget> budgets = budgets();
    assertFalse(budgets.isEmpty());
    budgets.forEach(BudgetsTest::assertAddsUp);
  }
}
