package dev.jitterlab.tick.admission;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import dev.jitterlab.tick.ExternalTask;
import dev.jitterlab.tick.LateAction;
import dev.jitterlab.tick.LatePolicy;
import dev.jitterlab.tick.ManualClock;
import dev.jitterlab.tick.Rate;
import dev.jitterlab.tick.SteppedTask;
import dev.jitterlab.tick.SteppedWorker;
import dev.jitterlab.tick.TaskHandle;
import dev.jitterlab.tick.TaskOptions;
import dev.jitterlab.tick.WaitingPeriods;
import dev.jitterlab.tick.recording.TickRecorder;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** One worker stepped by a manual clock is a machine of one processor, earliest deadline first. */
class AdmissionGovernorTest {
  private static final long MS = 1_000_000;
  private static final long SECOND = 1_000 * MS;
  private static final Rate HZ_20 = Rate.hz(20);

  private final ManualClock clock = new ManualClock(Long.MAX_VALUE - 500 * MS);
  private final AdmissionGovernor governor =
      new AdmissionGovernor(1, AdmissionLimits.defaults(), clock);
  private final TickRecorder recorder = new TickRecorder();
  private final SteppedWorker worker = new SteppedWorker(clock, recorder.andThen(governor));
  private final Random random = new Random(3);
  private final List<TaskHandle> started = new ArrayList<>();

  private void start(Rate rate, long executionNs) {
    started.add(
        worker.start(
            rate,
            TaskOptions.defaults().latePolicy(LatePolicy.skip()),
            tick -> clock.advance(executionNs / 2 + random.nextInt((int) executionNs))));
  }

  /** Asks again and again whether one more may start; starts it if so, or in any case. */
  private void fill(boolean obeys, int times) {
    Rate[] rates = {HZ_20, Rate.hz(10), Rate.of(30, 1)};
    for (int i = 0; i < times; i++) {
      Rate rate = rates[i % rates.length];
      if (governor.mayStart(rate).isGranted() || !obeys) {
        start(rate, MS);
      }
      worker.runFor(100 * MS);
    }
  }

  private long missed() {
    return recorder.missedPeriods(LateAction.SKIP);
  }

  @Test
  void letsInUpToTheLimitAndNoPeriodIsMissed() {
    fill(true, 400);

    assertEquals(0, missed());
    assertTrue(governor.utilisation() >= 0.8 * 0.7, "utilisation " + governor.utilisation());
    assertTrue(governor.utilisation() <= 0.8, "utilisation " + governor.utilisation());
    assertTrue(governor.answers(AdmissionOutcome.UTILISATION) > 0);
  }

  @Test
  void periodsAreMissedWhenItIsNotObeyed() {
    fill(false, 400);

    assertTrue(missed() > 1_000, "else the test above shows nothing: " + missed());
    Admission answer = governor.mayStart(HZ_20);
    assertEquals(AdmissionOutcome.MISSED_PERIODS, answer.outcome(), answer.toString());
  }

  @Test
  void countsAGrantAtOnceSoThatABurstLetsInNoMore() {
    start(HZ_20, MS);
    worker.runFor(3 * SECOND);
    int granted = 0;
    while (governor.mayStart(HZ_20).isGranted()) {
      granted++;
    }

    assertEquals(34, granted, 4, "0.7 of a core in parts of 0.02");
    for (int i = 0; i < granted; i++) {
      start(HZ_20, MS);
    }
    for (int i = 0; i < 30; i++) {
      worker.runFor(100 * MS);
      assertTrue(governor.utilisation() < 0.8, "utilisation " + governor.utilisation());
      if (i < 15) {
        assertFalse(governor.mayStart(HZ_20, 2 * MS).isGranted(), "while they begin to show");
      }
    }
    assertEquals(0, missed());
  }

  /** As battles do for their players, for longer than a grant counts. */
  @Test
  void aTaskThatWaitsToStartCountsUntilItsTicksAreMeasured() {
    int accepted = 0;
    while (governor.mayStartLater(HZ_20, MS, accepted * 0.02).isGranted()) {
      accepted++;
    }
    assertEquals(35, accepted, 1.0, "0.7 of a core in parts of 0.02");
    clock.advance(10 * SECOND);
    assertFalse(governor.mayStartLater(HZ_20, MS, accepted * 0.02).isGranted(), "nobody started");
    assertTrue(governor.mayStart(HZ_20, 30 * MS).isGranted(), "no grant was made for them");
    clock.advance(10 * SECOND);

    for (int i = 0; i < accepted; i++) {
      start(HZ_20, MS);
      governor.startsNow(HZ_20, MS);
    }
    assertEquals(AdmissionOutcome.UTILISATION, governor.mayStartLater(HZ_20, 2 * MS, 0).outcome());
    for (int i = 0; i < 15; i++) {
      worker.runFor(100 * MS);
      assertFalse(governor.mayStartLater(HZ_20, 2 * MS, 0).isGranted(), "they begin to show");
    }
  }

  @Test
  void letsInNoMoreWhenManyThreadsAskAtOnce() throws InterruptedException {
    AtomicInteger granted = new AtomicInteger();
    List<Thread> askers = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      Thread asker =
          new Thread(
              () -> {
                for (int asked = 0; asked < 50; asked++) {
                  granted.addAndGet(governor.mayStart(HZ_20, MS).isGranted() ? 1 : 0);
                }
              });
      asker.start();
      askers.add(asker);
    }
    for (Thread asker : askers) {
      asker.join();
    }

    assertEquals(35, granted.get(), 1, "0.7 of a core in parts of 0.02");
    assertEquals(granted.get(), governor.answers(AdmissionOutcome.GRANTED));
    assertEquals(200 - granted.get(), governor.answers(AdmissionOutcome.UTILISATION));
  }

  @Test
  void forgetsGrantsThatNobodyUsed() {
    start(HZ_20, MS);
    worker.runFor(3 * SECOND);
    while (governor.mayStart(HZ_20).isGranted()) {}
    worker.runFor(3 * SECOND);

    assertTrue(governor.mayStart(HZ_20, 30 * MS).isGranted());
  }

  @Test
  void letsOneInToBeMeasuredWhenNothingIsKnown() {
    assertTrue(governor.mayStart(HZ_20).isGranted());
    assertEquals(AdmissionOutcome.UNMEASURED, governor.mayStart(HZ_20).outcome());
    start(HZ_20, MS);
    worker.runFor(SECOND);

    assertTrue(governor.mayStart(HZ_20).isGranted());
  }

  /** Tasks of one tick in ten seconds, with a window of two. */
  @Test
  void remembersTasksThatAreSlowerThanItsWindow() {
    AdmissionGovernor four = new AdmissionGovernor(4, AdmissionLimits.defaults(), clock);
    Rate slow = Rate.of(1, 10);
    long executionNs = 2 * SECOND; // 0.2 of a core
    long startNs = clock.nanoTime();
    List<ExternalTask> granted = new ArrayList<>();
    List<Long> dueNs = new ArrayList<>();
    double highest = 0;
    while (clock.nanoTime() - startNs < 200 * SECOND) {
      if (four.mayStart(slow, executionNs).isGranted()) {
        granted.add(new ExternalTask("t", slow, four));
        dueNs.add(clock.nanoTime() + 10 * SECOND);
      }
      clock.advance(100 * MS);
      for (int i = 0; i < granted.size(); i++) {
        long endNs = dueNs.get(i) + executionNs;
        if (clock.nanoTime() - endNs >= 0) {
          granted.get(i).ticked(dueNs.get(i), dueNs.get(i), endNs);
          dueNs.set(i, dueNs.get(i) + 10 * SECOND);
        }
      }
      highest = Math.max(highest, four.utilisation());
    }

    assertEquals(14, granted.size(), 1, "0.7 of four cores in parts of 0.2");
    assertEquals(0.7, four.utilisation(), 0.05);
    assertTrue(highest < 0.7 * 1.25, "utilisation " + highest);
  }

  @Test
  void forgetsASlowTaskThatHasEnded() {
    ExternalTask slow = new ExternalTask("t", Rate.of(1, 10), governor);
    long nowNs = clock.nanoTime();
    for (int i = 0; i < 20; i++) {
      nowNs += 10 * SECOND;
      clock.advanceTo(nowNs);
      slow.ticked(nowNs, nowNs, nowNs + 2 * SECOND);
    }
    assertEquals(0.2, governor.utilisation(), 0.05);
    clock.advance(80 * SECOND);

    assertEquals(0, governor.utilisation());
  }

  @Test
  void saysNoWhileTicksAreLateThoughThereIsTime() {
    SteppedTask task = new SteppedTask(clock, governor, HZ_20, tick -> {});
    for (int i = 0; i < 50; i++) {
      clock.advanceTo(task.deadlineNs());
      clock.advance(i % 10 == 0 ? 30 * MS : 0);
      task.tick();
    }
    Admission answer = governor.mayStart(HZ_20);

    assertEquals(AdmissionOutcome.DRIFT, answer.outcome());
    assertTrue(
        answer.reason().matches("4 of 4\\d recent ticks started more than 0.50 periods late;.*"),
        answer.reason());
  }

  @Test
  void saysNoAfterOneMissedPeriodUnlessTheLimitAllowsIt() {
    AdmissionGovernor lenient =
        new AdmissionGovernor(1, AdmissionLimits.defaults().missedPeriods(1), clock);
    ExternalTask task = new ExternalTask("t", HZ_20, governor.andThen(lenient));
    long nowNs = clock.nanoTime();
    task.ticked(nowNs, nowNs, nowNs + MS);
    task.ticked(nowNs + 100 * MS, nowNs + 100 * MS, nowNs + 101 * MS); // at 50 ms there was none
    clock.advance(150 * MS);

    assertEquals(AdmissionOutcome.MISSED_PERIODS, governor.mayStart(HZ_20).outcome());
    assertEquals(AdmissionOutcome.GRANTED, lenient.mayStart(HZ_20).outcome());
  }

  /** They end no tick, so nobody hears of them: measured, everything is idle. */
  @Test
  void saysNoWhileTicksHang() {
    AtomicInteger periods = new AtomicInteger();
    governor.watches(() -> WaitingPeriods.of(periods.get(), 50 * MS));
    for (int i = 0; i < 10; i++) {
      start(HZ_20, MS);
    }
    worker.runFor(5 * SECOND);
    assertTrue(governor.mayStart(HZ_20).isGranted());
    periods.set(3);
    assertTrue(governor.mayStart(HZ_20).isGranted(), "of some 400 ticks, four may be late");
    periods.set(6);
    assertEquals(AdmissionOutcome.MISSED_PERIODS, governor.mayStart(HZ_20).outcome());
    periods.set(0);
    clock.advance(30 * SECOND); // all hang
    assertTrue(governor.mayStart(HZ_20).isGranted(), "so it seems");
    periods.set(6_000);

    Admission answer = governor.mayStart(HZ_20);
    assertEquals(AdmissionOutcome.MISSED_PERIODS, answer.outcome());
    assertTrue(
        answer.reason().startsWith("6000 periods wait for ticks that have not ended;"),
        answer.reason());
  }

  @Test
  void saysYesAgainOnceTheLoadIsGone() {
    for (int i = 0; i < 60; i++) {
      start(HZ_20, MS);
    }
    worker.runFor(5 * SECOND);
    assertFalse(governor.mayStart(HZ_20).isGranted());
    started.forEach(TaskHandle::stop);
    clock.advance(3 * SECOND);

    assertEquals(0, governor.utilisation());
    Admission answer = governor.mayStart(HZ_20);
    assertTrue(answer.isGranted(), answer.toString());
    assertTrue(answer.reason().startsWith("utilisation would be 0.0"), answer.reason());
  }

  @Test
  void seesTheLoadOfTheLastWindowAfterALongBreak() {
    clock.advance(3_600 * SECOND);
    for (int i = 0; i < 30; i++) {
      start(HZ_20, MS);
    }
    worker.runFor(2 * SECOND);

    assertEquals(0.6, governor.utilisation(), 0.06);
  }

  @Test
  void recordsWithoutAllocation() {
    SteppedTask task = new SteppedTask(clock, governor, HZ_20, tick -> {});
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long id = Thread.currentThread().getId();
    long before = 0;
    for (int i = 0; i < 120_000; i++) {
      if (i == 20_000) {
        before = threads.getThreadAllocatedBytes(id);
      }
      clock.advanceTo(task.deadlineNs());
      task.tick();
    }
    long bytes = threads.getThreadAllocatedBytes(id) - before;

    assertTrue(bytes < 10_000, bytes + " bytes in 100,000 ticks");
  }

  @Test
  void refusesSettingsThatAreNone() {
    AdmissionLimits limits = AdmissionLimits.defaults();
    assertThrows(IllegalArgumentException.class, () -> limits.utilisation(1.1));
    assertThrows(IllegalArgumentException.class, () -> limits.utilisation(0));
    assertThrows(IllegalArgumentException.class, () -> limits.utilisation(Double.NaN));
    assertThrows(IllegalArgumentException.class, () -> limits.drift(0, 0.1));
    assertThrows(IllegalArgumentException.class, () -> limits.drift(1, 2));
    assertThrows(IllegalArgumentException.class, () -> limits.missedPeriods(-1));
    assertThrows(IllegalArgumentException.class, () -> limits.windowNs(1));
    assertThrows(IllegalArgumentException.class, () -> new AdmissionGovernor(0, limits));
    assertThrows(IllegalArgumentException.class, () -> governor.mayStart(HZ_20, 0));
    assertThrows(IllegalArgumentException.class, () -> governor.startsNow(HZ_20, 0));
    assertThrows(IllegalArgumentException.class, () -> governor.mayStartLater(HZ_20, 1, -1));
    assertThrows(
        IllegalArgumentException.class, () -> governor.mayStartLater(HZ_20, 1, Double.NaN));
  }
}
