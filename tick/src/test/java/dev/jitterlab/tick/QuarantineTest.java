package dev.jitterlab.tick;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jitterlab.tick.recording.TickRecorder;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

/** Budgets, and the way of a task into quarantine and back, stepped by a manual clock. */
class QuarantineTest {
  private static final long MS = 1_000_000;
  private static final Rate HZ_100 = Rate.hz(100);
  private static final TaskOptions BUDGET =
      TaskOptions.defaults()
          .latePolicy(LatePolicy.skip())
          .budget(ExecutionBudget.ofNs(MS).quarantineAfter(2, 4).releaseAfter(3));

  private final ManualClock clock = new ManualClock(Long.MAX_VALUE - 60 * MS);
  private final TickRecorder recorder = new TickRecorder();
  private final List<String> log = new ArrayList<>();
  private final TaskContext context =
      new TaskContext(
          clock,
          recorder.andThen(tick -> log.add(tick.task() + tick.index())),
          (tick, failure) -> {
            throw new AssertionError(failure);
          });
  private final PartitionWorker worker = worker();
  private final PartitionWorker quarantine = worker();
  private long badNs = 8 * MS;

  QuarantineTest() {
    worker.keeps(false, () -> quarantine);
    quarantine.keeps(true, () -> worker);
  }

  private PartitionWorker worker() {
    SpinBudget none = new SpinBudget(0, clock.nanoTime());
    Waiter waiter = new Waiter(Waiting.PARK, clock, new FakeParker(clock), none);
    return new PartitionWorker(clock, waiter, () -> {});
  }

  private OwnedTask start(String name, TaskOptions options, TickTask task) {
    OwnedTask owned = new OwnedTask(worker, context, name, HZ_100, options, task);
    worker.add(owned);
    return owned;
  }

  /** Takes as long as it wants; in quarantine, the worker goes on meanwhile. */
  private OwnedTask startBad(TaskOptions options) {
    OwnedTask[] self = new OwnedTask[1];
    self[0] =
        start(
            "bad",
            options,
            tick -> {
              long endNs = clock.nanoTime() + badNs;
              while (self[0].owner() == quarantine && clock.nanoTime() - endNs < 0) {
                worker.step();
              }
              clock.advanceTo(endNs);
            });
    return self[0];
  }

  /** Steps both for a time, as two threads would: the worker waits, quarantine runs when due. */
  private void runFor(long ns) {
    long endNs = clock.nanoTime() + ns;
    while (clock.nanoTime() - endNs < 0) {
      OwnedTask due = quarantine.tasks().heap().first();
      if (!quarantine.tasks().inbox().isEmpty()) {
        quarantine.takeIn();
      } else if (due != null && due.keyNs - clock.nanoTime() <= 0) {
        quarantine.step();
      } else {
        worker.step();
      }
    }
  }

  private long latestOfGoodNs(TaskOptions options, boolean alone) {
    long[] latestNs = new long[1];
    start(
        "good",
        TaskOptions.defaults(),
        tick -> latestNs[0] = Math.max(latestNs[0], tick.driftNs()));
    if (!alone) {
      startBad(options);
    }
    runFor(200 * MS);
    latestNs[0] = 0; // by now the bad one is where it belongs
    runFor(1_000 * MS);
    return latestNs[0];
  }

  @Test
  void aTaskFailsWithWhatKeepsItFromQuarantine() {
    OutOfMemoryError noThread = new OutOfMemoryError("unable to create native thread");
    worker.keeps(
        false,
        () -> {
          throw noThread;
        });
    OwnedTask bad = start("bad", BUDGET, tick -> clock.advance(8 * MS));
    Error thrown =
        assertThrows(
            OutOfMemoryError.class,
            () -> {
              for (int i = 0; i < 100; i++) {
                worker.step();
              }
            });

    assertSame(noThread, thrown);
    assertEquals(TaskEnd.Reason.FAILED, bad.end().orElseThrow().reason());
    assertSame(noThread, bad.end().orElseThrow().failure().orElseThrow());
    assertEquals(0, context.activeTasks());
    assertEquals(0, context.quarantinedTasks().get());
  }

  @Test
  void aTaskFailsWithWhatKeepsItFromComingBack() {
    IllegalStateException nobody = new IllegalStateException("nobody takes it");
    worker.keeps(
        true,
        () -> {
          throw nobody;
        });
    OwnedTask free = start("free", BUDGET, tick -> {});

    assertSame(nobody, assertThrows(IllegalStateException.class, worker::step));
    assertEquals(TaskEnd.Reason.FAILED, free.end().orElseThrow().reason());
    assertSame(nobody, free.end().orElseThrow().failure().orElseThrow());
    assertEquals(0, context.activeTasks());
  }

  @Test
  void takesInWhatIsBehindATaskThatFailsMeanwhile() {
    OutOfMemoryError noThread = new OutOfMemoryError("unable to create native thread");
    worker.keeps(
        false,
        () -> {
          throw noThread;
        });
    OwnedTask good = start("good", TaskOptions.defaults(), tick -> {});
    OwnedTask bad = start("bad", BUDGET, tick -> clock.advance(8 * MS));
    assertTrue(bad.claim()); // by a worker that takes its ticks over
    bad.runTick(new TickThread());
    bad.runTick(new TickThread());
    bad.release();

    assertSame(noThread, assertThrows(OutOfMemoryError.class, worker::step));
    assertEquals(TaskEnd.Reason.FAILED, bad.end().orElseThrow().reason());
    assertFalse(good.isStopped());
    worker.step();
    assertEquals(List.of("bad0", "bad1", "good0"), log);
    worker.end();
    assertEquals(TaskEnd.Reason.CLOSED, good.end().orElseThrow().reason());
    assertEquals(0, context.activeTasks());
  }

  @Test
  void throwsTheFailureOfEachTaskThatItCannotTakeIn() {
    IllegalStateException nobody = new IllegalStateException("nobody takes it");
    worker.keeps(
        true,
        () -> {
          throw nobody;
        });
    OwnedTask first = start("a", BUDGET, tick -> {});
    OwnedTask second = start("b", BUDGET, tick -> {});

    assertSame(nobody, assertThrows(IllegalStateException.class, worker::step));
    assertSame(nobody, assertThrows(IllegalStateException.class, worker::step));
    assertEquals(TaskEnd.Reason.FAILED, first.end().orElseThrow().reason());
    assertEquals(TaskEnd.Reason.FAILED, second.end().orElseThrow().reason());
    assertEquals(0, context.activeTasks());
  }

  @Test
  void oneBadTaskDelaysTheOthersNoMoreOnceItIsInQuarantine() {
    assertEquals(0, latestOfGoodNs(BUDGET, false));
    assertEquals(1, context.quarantinedTasks().get());
    assertTrue(log.stream().filter(tick -> tick.startsWith("bad")).count() > 50, "it ticks on");
  }

  @Test
  void oneBadTaskWithoutABudgetDelaysTheOthers() {
    assertTrue(
        latestOfGoodNs(TaskOptions.defaults().latePolicy(LatePolicy.skip()), false) > MS,
        "else the test above shows nothing");
  }

  @Test
  void countsWhatItDecidesAndComesBackOnceTheTaskBehaves() {
    start("good", TaskOptions.defaults(), tick -> {});
    OwnedTask bad = startBad(BUDGET);
    runFor(100 * MS);
    assertSame(quarantine, bad.owner());
    assertEquals(100_000, quarantine.load().milliHertz());
    assertEquals(100_000, worker.load().milliHertz());
    assertEquals(1, recorder.budgetActions(BudgetAction.QUARANTINE));
    badNs = 0;
    runFor(100 * MS);

    assertSame(worker, bad.owner());
    assertEquals(0, quarantine.load().milliHertz());
    assertEquals(200_000, worker.load().milliHertz());
    assertSame(null, quarantine.tasks().heap().first());
    assertEquals(1, recorder.budgetActions(BudgetAction.RELEASE));
    assertEquals(0, context.quarantinedTasks().get());
    assertTrue(recorder.overBudgetTicks() >= 2);
    log.removeIf(tick -> tick.startsWith("good"));
    for (int i = 0; i < log.size(); i++) {
      assertEquals("bad" + i, log.get(i), "no tick lost or doubled");
    }
  }

  @Test
  void tellsTheListenerAboutEachTick() {
    List<String> told = new ArrayList<>();
    PeriodicTask task =
        new PeriodicTask(
            new TaskContext(
                clock,
                tick ->
                    told.add(
                        tick.isOverBudget()
                            + " "
                            + tick.isQuarantined()
                            + " "
                            + tick.budgetAction().label()),
                (tick, failure) -> null),
            "t",
            HZ_100,
            BUDGET,
            tick -> clock.advance(tick.index() < 3 ? 2 * MS : MS));
    for (int i = 0; i < 7; i++) {
      task.runTick(new TickThread());
    }

    assertEquals(
        List.of(
            "true false none",
            "true false quarantine",
            "true true none",
            "false true none",
            "false true none",
            "false true release",
            "false false none"),
        told);
  }

  @Test
  void countsAStoppedTaskAsInQuarantineNoMore() {
    OwnedTask bad = startBad(BUDGET);
    runFor(100 * MS);
    bad.stop();
    quarantine.takeIn();

    assertEquals(0, context.quarantinedTasks().get());
    assertEquals(0, context.activeTasks());
    assertEquals(0, quarantine.load().milliHertz());
    assertSame(null, quarantine.tasks().heap().first());
  }

  /** Runs the task until it is given away, and not yet seen by its new owner. */
  private OwnedTask givenAway() {
    OwnedTask bad = startBad(BUDGET);
    while (bad.owner() == worker) {
      worker.step();
    }
    return bad;
  }

  @Test
  void losesNoStopOnTheWay() {
    OwnedTask bad = givenAway();
    quarantine.takeIn();
    // A thread that read the owner before the task was given away says so to the old one.
    worker.changed(bad);
    bad.stop();
    assertSame(bad, quarantine.tasks().heap().first());
    worker.takeIn(); // passes it on
    quarantine.takeIn();

    assertSame(null, quarantine.tasks().heap().first());
    assertEquals(0, context.activeTasks());
  }

  @Test
  void nobodyTakesOverWhatIsInQuarantine() {
    OwnedTask bad = givenAway();
    quarantine.takeIn();
    worker.changed(bad); // so that it can still be seen with its old owner
    clock.advance(100 * MS);
    PartitionWorker idle = worker();
    idle.others(List.of(worker), new Lookouts());
    clock.advance(TakeOver.LOOK_EVERY_NS);
    int ticks = log.size();
    long nowNs = clock.nanoTime();
    Overdue found = new Overdue();
    worker.tasks().findOverdue(found, nowNs - TakeOver.OVERDUE_NS, nowNs);
    assertSame(null, found.task());
    assertFalse(Custody.runForOwner(bad, worker, nowNs, new TickThread()), "of one seen before");
    idle.step();

    assertEquals(ticks, log.size());
    assertEquals(0, idle.takenOver());
    assertFalse(bad.isClaimed());
  }

  /** Its owner is in a long tick, and has not given it away yet. */
  @Test
  void nobodyTakesOverWhatIsOnItsWayToQuarantine() {
    OwnedTask bad = startBad(BUDGET);
    PartitionWorker idle = worker();
    idle.others(List.of(worker), new Lookouts());
    while (context.quarantinedTasks().get() == 0) {
      idle.step();
    }
    long takenOver = idle.takenOver();
    clock.advance(100 * MS);
    idle.step();

    assertEquals(2, takenOver);
    assertEquals(takenOver, idle.takenOver());
    worker.takeIn();
    assertSame(quarantine, bad.owner());
  }

  @Test
  void stopsATaskOnTheWayWhenTheSchedulerEnds() {
    OwnedTask bad = givenAway();
    quarantine.end();

    assertTrue(bad.isStopped());
    assertEquals(0, context.activeTasks());
    assertEquals(0, context.quarantinedTasks().get());
  }

  @Test
  void stopsATaskThatNobodyTakesAnyMore() {
    worker.keeps(false, () -> null);
    OwnedTask bad = startBad(BUDGET);
    runFor(100 * MS);

    assertTrue(bad.isStopped());
    assertFalse(bad.isClaimed());
    assertEquals(0, worker.load().milliHertz());
  }

  @Test
  void quarantinesOnAThreadOfItsOwn() throws InterruptedException {
    CountDownLatch inQuarantine = new CountDownLatch(1);
    AtomicBoolean behaves = new AtomicBoolean();
    CountDownLatch back = new CountDownLatch(1);
    TickListener listener =
        tick -> {
          if (tick.isQuarantined() && Thread.currentThread().getName().equals("tick-quarantine")) {
            inQuarantine.countDown();
          }
          if (tick.budgetAction() == BudgetAction.RELEASE) {
            back.countDown();
          }
        };
    TickSchedulers schedulers = TickSchedulers.named("partitioned").threads(1).listener(listener);
    try (TickScheduler scheduler = schedulers.create()) {
      ExecutionBudget budget =
          ExecutionBudget.ofNs(100_000_000).quarantineAfter(1, 1).releaseAfter(1);
      scheduler.start(
          "bad",
          Rate.hz(1000),
          TaskOptions.defaults().latePolicy(LatePolicy.skip()).budget(budget),
          tick -> {
            long endNs = System.nanoTime() + (behaves.get() ? 0 : 101_000_000);
            while (System.nanoTime() - endNs < 0) {
              Thread.onSpinWait();
            }
          });
      assertTrue(inQuarantine.await(60, TimeUnit.SECONDS), "it did not come into quarantine");
      assertEquals(1, scheduler.quarantinedTasks());
      behaves.set(true);
      assertTrue(back.await(60, TimeUnit.SECONDS), "it did not come back");
    }
  }

  @Test
  void byDefaultHalfOfSixteenTicksAreTooManyAndSixtyFourGoodOnesAreEnough() {
    ExecutionBudget budget = ExecutionBudget.ofNs(1);

    assertEquals(8, budget.overTicks());
    assertEquals(16, budget.lastTicks());
    assertEquals(64, budget.withinTicks());
  }

  @Test
  void refusesABudgetThatIsNone() {
    assertThrows(IllegalArgumentException.class, () -> ExecutionBudget.ofNs(0));
    ExecutionBudget budget = ExecutionBudget.ofNs(1);
    assertThrows(IllegalArgumentException.class, () -> budget.quarantineAfter(0, 4));
    assertThrows(IllegalArgumentException.class, () -> budget.quarantineAfter(5, 4));
    assertThrows(IllegalArgumentException.class, () -> budget.quarantineAfter(5, 65));
    assertThrows(IllegalArgumentException.class, () -> budget.releaseAfter(0));
  }
}
