package dev.jitterlab.tick;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jitterlab.tick.recording.TickRecorder;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongConsumer;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class LatePolicyTest {
  private static final long MS = 1_000_000;
  private static final Rate HZ_100 = Rate.hz(100);

  private final ManualClock clock = new ManualClock(Long.MAX_VALUE - 35 * MS);
  private final TickRecorder recorder = new TickRecorder();
  private final List<String> seen = new ArrayList<>();

  /** A task of 100 Hz whose tick i takes as long as given, the ones after the last one 0. */
  private PeriodicTask task(LatePolicy policy, long... executionsMs) {
    TickListener listener =
        tick ->
            seen.add(
                tick.driftNs() / MS
                    + " "
                    + tick.lateAction().label()
                    + " "
                    + tick.missedPeriods()
                    + " "
                    + tick.periods());
    return new PeriodicTask(
        new TaskContext(clock, recorder.andThen(listener), (tick, failure) -> null),
        "t",
        HZ_100,
        TaskOptions.defaults().latePolicy(policy),
        tick ->
            clock.advance(
                tick.index() < executionsMs.length ? executionsMs[(int) tick.index()] * MS : 0));
  }

  private void run(PeriodicTask task, int ticks) {
    for (int i = 0; i < ticks; i++) {
      clock.advanceTo(task.deadlineNs());
      task.runTick(new TickThread());
    }
  }

  @Test
  void catchesUpWithoutABoundWhenToldSo() {
    run(task(LatePolicy.catchUp(), 35), 5);

    assertEquals(
        List.of("0 none 0 1", "25 catch-up 0 1", "15 catch-up 0 1", "5 none 0 1", "0 none 0 1"),
        seen);
    assertEquals(2, recorder.lateActions(LateAction.CATCH_UP));
    assertEquals(0, recorder.missedPeriods(LateAction.CATCH_UP));
  }

  @Test
  void catchesUpAtMostFivePeriodsByDefault() {
    TaskContext context = new TaskContext(clock, recorder, (tick, failure) -> null);
    PeriodicTask task =
        new PeriodicTask(
            context, "t", HZ_100, tick -> clock.advance(tick.index() == 0 ? 1_000 * MS : 0));
    run(task, 6);

    assertEquals(94, recorder.missedPeriods(LateAction.CATCH_UP), "100 were due, one is this one");
    assertEquals(clock.nanoTime(), task.deadlineNs(), "the sixth is the last one that is due");
  }

  /** One second at 100 Hz: by the total one tick is late, whatever becomes of the other periods. */
  @Test
  void aStallMakesAsManyPeriodsOverdueUnderEveryPolicy() {
    for (LatePolicy policy :
        List.of(
            LatePolicy.skip(),
            LatePolicy.coalesce(),
            LatePolicy.catchUp(),
            LatePolicy.catchUp(5),
            LatePolicy.stop(1_000))) {
      TickRecorder one = new TickRecorder();
      PeriodicTask task =
          new PeriodicTask(
              new TaskContext(clock, one, (tick, failure) -> null),
              "t",
              HZ_100,
              TaskOptions.defaults().latePolicy(policy),
              tick -> clock.advance(tick.index() == 3 ? 1_000 * MS : 0));
      long missed = 0;
      while (one.ticks() + missed < 200) {
        run(task, 1);
        missed = 0;
        for (LateAction action : LateAction.values()) {
          missed += one.missedPeriods(action);
        }
      }

      assertEquals(99, one.overduePeriods(), policy.action().label() + " " + policy.limit());
      assertEquals(1, one.lateTicks(LateThreshold.X1_1));
    }
  }

  /**
   * It ticked in every second period. The new rate ends that, and no period of the old one goes.
   */
  @Test
  void countsEachPeriodWhenTheRateOfASlowTaskChanges() {
    PeriodicTask task = task(LatePolicy.slowDown(), 35);
    run(task, 2); // due at 0 and 30 ms, the next at 50 ms
    task.rate(Rate.hz(200));
    clock.advance(30 * MS);
    run(task, 1);

    assertEquals(List.of("0 none 0 1", "5 slow-down 2 1", "5 slow-down 2 1"), seen);
  }

  /** A scrape in the middle of it, as at the end of a measurement that the tick outlives. */
  @Test
  void aTickThatHangsMakesPeriodsWaitUnderEveryPolicy() {
    for (LatePolicy policy :
        List.of(
            LatePolicy.skip(),
            LatePolicy.coalesce(),
            LatePolicy.slowDown(),
            LatePolicy.catchUp(),
            LatePolicy.catchUp(5),
            LatePolicy.stop(1_000))) {
      TickRecorder one = new TickRecorder();
      List<WaitingPeriods> scraped = new ArrayList<>();
      TaskContext context = new TaskContext(clock, one, (tick, failure) -> null);
      PeriodicTask task =
          new PeriodicTask(
              context,
              "t",
              HZ_100,
              TaskOptions.defaults().latePolicy(policy),
              tick -> {
                if (tick.index() == 3) {
                  clock.advance(1_000 * MS);
                  scraped.add(context.waitingPeriods());
                }
              });
      run(task, 4);

      assertEquals(List.of(WaitingPeriods.of(99, 10 * MS)), scraped, policy.action().label());
      assertEquals(0, one.overduePeriods(), "no tick has told of them");
      assertEquals(99, context.waitingPeriods().count(), "nor since it has ended");
      while (task.deadlineNs() <= clock.nanoTime()) {
        run(task, 1);
      }
      assertEquals(99, one.overduePeriods(), policy.action().label());
      assertEquals(WaitingPeriods.NONE, context.waitingPeriods());
    }
  }

  @Test
  void periodsOfATaskThatIsStoppedWaitForNothing() {
    TaskContext context = new TaskContext(clock, recorder, (tick, failure) -> null);
    PeriodicTask task = new PeriodicTask(context, "t", HZ_100, tick -> {});
    PeriodicTask faster = new PeriodicTask(context, "u", Rate.hz(200), tick -> {});
    clock.advance(1_000 * MS);

    assertEquals(WaitingPeriods.of(99 + 199, 5 * MS), context.waitingPeriods());
    faster.stop();
    assertEquals(99, context.waitingPeriods().count());
    task.stop();
    assertEquals(WaitingPeriods.NONE, context.waitingPeriods());
  }

  /** It begins after the periods that it leaves out, and its own end tells of these. */
  @Test
  void aTickThatTellsOfMissedPeriodsAtItsEndLeavesThemWaitingMeanwhile() {
    List<WaitingPeriods> scraped = new ArrayList<>();
    TaskContext context = new TaskContext(clock, recorder, (tick, failure) -> null);
    PeriodicTask task =
        new PeriodicTask(
            context,
            "t",
            HZ_100,
            TaskOptions.defaults().latePolicy(LatePolicy.skip()),
            tick -> scraped.add(context.waitingPeriods()));
    clock.advance(1_000 * MS);
    task.runTick(new TickThread());

    assertEquals(List.of(WaitingPeriods.of(99, 10 * MS)), scraped);
    assertEquals(WaitingPeriods.NONE, context.waitingPeriods());
  }

  @Test
  void catchesUpTheLastOfManyAndSkipsTheRest() {
    run(task(LatePolicy.catchUp(1), 45), 5);

    assertEquals(
        List.of("0 none 0 1", "15 catch-up 2 1", "5 none 0 1", "0 none 0 1", "0 none 0 1"), seen);
    assertEquals(2, recorder.missedPeriods(LateAction.CATCH_UP));
  }

  @Test
  void skipsToThePeriodThatIsDue() {
    run(task(LatePolicy.skip(), 45), 3);

    assertEquals(List.of("0 none 0 1", "5 skip 3 1", "0 none 0 1"), seen);
    assertEquals(1, recorder.lateActions(LateAction.SKIP));
    assertEquals(3, recorder.missedPeriods(LateAction.SKIP));
  }

  @Test
  void runsOneTickForAllThatWasMissedAndSaysForHowMany() {
    run(task(LatePolicy.coalesce(), 45), 3);

    assertEquals(List.of("0 none 0 1", "5 coalesce 3 4", "0 none 0 1"), seen);
  }

  @Test
  void halvesTheRateOfALateTaskAndDoublesItAgainOnceItIsOnTime() {
    PeriodicTask task = task(LatePolicy.slowDown(), 15, 25);
    run(task, 2 + 40);

    assertEquals("5 none 0 1", seen.get(1), "late, but nothing is missed");
    assertEquals("0 slow-down 2 1", seen.get(2), "20 ms of it overran; the next comes after 20 ms");
    assertEquals("0 slow-down 1 1", seen.get(3));
    assertEquals("0 slow-down 1 1", seen.get(18));
    assertEquals("0 none 0 1", seen.get(19), "16 were on time");
    assertEquals(2 + 16, recorder.missedPeriods(LateAction.SLOW_DOWN));
    assertEquals(17, recorder.lateActions(LateAction.SLOW_DOWN), "one late, 16 at half the rate");
  }

  /** The periods that it leaves out on purpose are none that it missed. */
  @Test
  void halvesTheRateNoFurtherWhereNothingIsMissedAtThatRate() {
    PeriodicTask task = task(LatePolicy.slowDown(), 15, 25, 32);
    run(task, 5);

    assertEquals("0 slow-down 2 1", seen.get(2), "from here on every 20 ms");
    assertEquals("12 slow-down 1 1", seen.get(3), "late by more than a period of 10 ms");
    assertEquals("0 slow-down 1 1", seen.get(4));
  }

  /** However slow it is, and faster again after 16 ticks on time. */
  @Test
  void ticksAtEvery64thPeriodAtLeast() {
    PeriodicTask task = task(LatePolicy.slowDown(), 20, 40, 80, 160, 320, 640, 1_280, 1_280, 1_280);
    TickThread thread = new TickThread();
    long firstNs = task.deadlineNs();
    List<Long> scheduledMs = new ArrayList<>();
    for (int i = 0; i < 27; i++) {
      clock.advanceTo(task.deadlineNs());
      task.runTick(thread);
      scheduledMs.add((thread.tick().scheduledNs() - firstNs) / MS);
    }

    assertEquals(
        List.of(0L, 20L, 60L, 140L, 300L, 620L, 1_260L, 2_540L, 3_820L, 5_100L),
        scheduledMs.subList(0, 10),
        "each is late by as many periods as lie between two ticks");
    for (int i = 10; i < 26; i++) {
      assertEquals(640, scheduledMs.get(i) - scheduledMs.get(i - 1), "tick " + i);
    }
    assertEquals(320, scheduledMs.get(26) - scheduledMs.get(25), "16 were on time");
  }

  @Test
  void stopsATaskThatMissedTooManyAfterALastTick() {
    PeriodicTask task = task(LatePolicy.stop(2), 35, 0, 0, 45);
    run(task, 10);

    assertEquals(
        List.of("0 none 0 1", "25 catch-up 0 1", "15 catch-up 0 1", "5 none 0 1", "0 stop 4 1"),
        seen);
    assertTrue(task.isStopped());
    assertFalse(task.runTick(new TickThread()));
  }

  @Test
  void keepsTheNextTickWhereItIsWhenTheRateChanges() {
    PeriodicTask task = task(LatePolicy.catchUp());
    long startNs = clock.nanoTime();
    List<Long> dueMs = new ArrayList<>();
    LongConsumer tick =
        ns -> {
          dueMs.add((task.deadlineNs() - startNs) / MS);
          run(task, 1);
        };
    tick.accept(0);
    task.rate(Rate.hz(50));
    task.rate(Rate.hz(40));
    tick.accept(0);
    tick.accept(0);
    tick.accept(0);

    assertEquals(List.of(10L, 20L, 45L, 70L), dueMs);
    assertEquals(1, recorder.reanchoredTicks());
  }

  @Test
  void aRaisedRateMakesNoTickLate() {
    PeriodicTask task = task(LatePolicy.catchUp());
    TickThread thread = new TickThread();
    run(task, 2);
    task.rate(Rate.hz(1000));
    clock.advanceTo(task.deadlineNs());
    task.runTick(thread);

    assertEquals(Rate.hz(1000), thread.tick().rate());
    assertEquals(10 * MS, thread.tick().periodNs(), "what was to pass since the tick before");
    assertEquals(0, recorder.lateTicks(LateThreshold.X1_1));
    run(task, 3);
    assertEquals(0, recorder.lateTicks(LateThreshold.X1_1));
  }

  @Test
  void theNewScheduleBeginsAtTheLastOfItsPeriodsBeforeALateStart() {
    PeriodicTask task = task(LatePolicy.stop(2));
    long startNs = clock.nanoTime();
    run(task, 2);
    task.rate(Rate.hz(1000));
    clock.advanceTo(task.deadlineNs());
    clock.advance(5 * MS + MS / 2);
    run(task, 1);

    assertEquals("5 none 0 1", seen.get(2), "measured by the old schedule");
    assertEquals(startNs + 36 * MS, task.deadlineNs(), "30 + 5 of its own periods + 1");
    run(task, 2);
    assertFalse(task.isStopped());
  }

  @Test
  void aChangedRateLeavesOutWhatIsOwedOfTheOldOneAndSaysSo() {
    PeriodicTask task = task(LatePolicy.catchUp(), 35);
    run(task, 1);
    task.rate(Rate.hz(50));
    run(task, 2);

    assertEquals(List.of("0 none 0 1", "5 catch-up 2 1", "0 none 0 1"), seen);
    assertEquals(2, recorder.missedPeriods(LateAction.CATCH_UP));
  }

  @Test
  void movingATaskLaterMakesNoTickLate() {
    PeriodicTask task = task(LatePolicy.catchUp());
    run(task, 2);
    task.moveTo(task.deadlineNs() + 2 * MS);
    run(task, 1);
    task.moveTo(task.deadlineNs() - 9 * MS);
    clock.advanceTo(task.deadlineNs());
    clock.advance(MS / 5);
    run(task, 2);

    assertEquals(2, recorder.reanchoredTicks());
    assertEquals(0, recorder.lateTicks(LateThreshold.X1_1));
  }

  /** It was due 2 ms later than a period after the one before, and starts 11 ms after that. */
  @Test
  void aStallAtATickThatWasMovedLaterMakesAsManyPeriodsOverdueUnderEveryPolicy() {
    for (LatePolicy policy :
        List.of(LatePolicy.skip(), LatePolicy.coalesce(), LatePolicy.catchUp(5))) {
      TickRecorder one = new TickRecorder();
      TaskContext context = new TaskContext(clock, one, (tick, failure) -> null);
      PeriodicTask task =
          new PeriodicTask(
              context, "t", HZ_100, TaskOptions.defaults().latePolicy(policy), tick -> {});
      run(task, 2);
      task.moveTo(task.deadlineNs() + 2 * MS);
      clock.advanceTo(task.deadlineNs());
      clock.advance(11 * MS);
      assertEquals(WaitingPeriods.of(1, 10 * MS), context.waitingPeriods());
      task.runTick(new TickThread());

      assertEquals(1, one.reanchoredTicks());
      assertEquals(1, one.overduePeriods(), policy.action().label());
    }
  }

  @Test
  void startsNoNewScheduleForARateThatIsTheSame() {
    PeriodicTask task = task(LatePolicy.catchUp());
    run(task, 1);
    task.rate(Rate.of(200, 2));
    run(task, 1);

    assertEquals(0, recorder.reanchoredTicks());
  }

  @Test
  void refusesANegativeBound() {
    assertThrows(IllegalArgumentException.class, () -> LatePolicy.catchUp(-1));
    assertThrows(IllegalArgumentException.class, () -> LatePolicy.stop(-1));
  }

  @Provide
  Arbitrary<LatePolicy> policies() {
    return Arbitraries.of(
        LatePolicy.catchUp(),
        LatePolicy.catchUp(0),
        LatePolicy.catchUp(3),
        LatePolicy.skip(),
        LatePolicy.coalesce(),
        LatePolicy.slowDown(),
        LatePolicy.stop(5));
  }

  /** The ledger: every period has its tick or is counted as missed, whatever happens. */
  @Property
  void accountsForEveryPeriod(
      @ForAll("policies") LatePolicy policy,
      @ForAll long startNs,
      @ForAll @Size(max = 60) List<@LongRange(min = 0, max = 90 * MS) Long> executionsNs) {
    ManualClock anyStart = new ManualClock(startNs);
    Rate hz60 = Rate.hz(60);
    long[] ledger = new long[2];
    TickListener listener =
        tick -> {
          ledger[0] += 1 + tick.missedPeriods();
          ledger[1] = tick.scheduledNs();
          assertTrue(tick.periods() == 1 || tick.periods() == 1 + tick.missedPeriods());
        };
    PeriodicTask task =
        new PeriodicTask(
            new TaskContext(anyStart, listener, (tick, failure) -> null),
            "t",
            hz60,
            TaskOptions.defaults().latePolicy(policy),
            tick -> anyStart.advance(executionsNs.get((int) tick.index())));
    long firstNs = task.deadlineNs();
    for (int i = 0; i < executionsNs.size() && !task.isStopped(); i++) {
      anyStart.advanceTo(task.deadlineNs());
      task.runTick(new TickThread());
      assertEquals(hz60.indexAt(ledger[1] - firstNs) + 1, ledger[0], "periods to tick " + i);
    }
  }

  /** The ledger across changes of the rate: no period of either schedule is lost. */
  @Property
  void accountsForEveryPeriodAlsoWhenTheRateChanges(
      @ForAll("policies") LatePolicy policy,
      @ForAll @Size(max = 60) List<@LongRange(min = 0, max = 90 * MS) Long> executionsNs,
      @ForAll @Size(min = 60, max = 60) List<@LongRange(min = 0, max = 20) Long> wishes) {
    Rate[] rates = {Rate.hz(20), Rate.hz(60), Rate.hz(500)};
    ManualClock anyClock = new ManualClock(0);
    PeriodicTask task =
        new PeriodicTask(
            new TaskContext(anyClock, tick -> {}, (tick, failure) -> null),
            "t",
            rates[1],
            TaskOptions.defaults().latePolicy(policy),
            tick -> anyClock.advance(executionsNs.get((int) tick.index())));
    TickThread thread = new TickThread();
    Rate rate = rates[1];
    long anchorNs = task.deadlineNs();
    long period = -1;
    for (int i = 0; i < executionsNs.size() && !task.isStopped(); i++) {
      long wish = wishes.get(i);
      if (wish < rates.length) {
        task.rate(rates[(int) wish]);
      }
      anyClock.advanceTo(task.deadlineNs());
      task.runTick(thread);
      Tick tick = thread.tick();
      period += 1 + tick.missedPeriods();
      assertEquals(anchorNs + rate.offsetNs(period), tick.scheduledNs(), "tick " + i);
      if (tick.isReanchored()) {
        rate = tick.rate();
        long late = tick.startedNs() - tick.scheduledNs();
        anchorNs = tick.scheduledNs() + rate.offsetNs(rate.indexAt(late));
        period = 0;
      }
    }
  }

  @Property
  void isNeverLateByAPeriodWhenItSkipsOrCoalesces(
      @ForAll boolean coalesce,
      @ForAll @Size(max = 60) List<@LongRange(min = 0, max = 90 * MS) Long> executionsNs) {
    ManualClock anyClock = new ManualClock(0);
    PeriodicTask task =
        new PeriodicTask(
            new TaskContext(
                anyClock,
                tick -> assertTrue(tick.driftNs() < HZ_100.periodNs()),
                (tick, failure) -> {
                  throw new AssertionError(failure);
                }),
            "t",
            HZ_100,
            TaskOptions.defaults().latePolicy(coalesce ? LatePolicy.coalesce() : LatePolicy.skip()),
            tick -> anyClock.advance(executionsNs.get((int) tick.index())));
    for (int i = 0; i < executionsNs.size(); i++) {
      anyClock.advanceTo(task.deadlineNs());
      task.runTick(new TickThread());
    }
  }
}
