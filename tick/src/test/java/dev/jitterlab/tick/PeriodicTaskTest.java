package dev.jitterlab.tick;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class PeriodicTaskTest {
  private static final Rate HZ_20 = Rate.hz(20);
  private static final long PERIOD_NS = 50_000_000;

  private final ManualClock clock = new ManualClock(0);
  private final List<String> events = new ArrayList<>();
  private final IllegalStateException shared = new IllegalStateException("shared");

  private TaskContext context(TickListener listener, FailureHandler.Decision decision) {
    return new TaskContext(
        clock,
        listener,
        (tick, failure) -> {
          events.add("failed " + tick.index() + ": " + failure.getMessage());
          return decision;
        });
  }

  @Property
  void addsExecutionAndWaitUpToTheTotalExactly(
      @ForAll long startNs,
      @ForAll @Size(min = 2, max = 30) List<@LongRange(min = 0, max = 200_000_000) Long> executions,
      @ForAll @LongRange(min = 0, max = 70_000_000) long overshootNs) {
    ManualClock near = new ManualClock(startNs); // any start: also just before the clock overflows
    List<long[]> seen = new ArrayList<>();
    TickListener listener =
        tick ->
            seen.add(
                new long[] {
                  tick.startedNs(),
                  tick.finishedNs(),
                  tick.executionNs(),
                  tick.waitNs(),
                  tick.totalNs(),
                  tick.driftNs()
                });
    TaskContext context = new TaskContext(near, listener, (tick, failure) -> null);
    PeriodicTask task =
        new PeriodicTask(
            context,
            "t",
            HZ_20,
            TaskOptions.defaults().latePolicy(LatePolicy.catchUp()),
            tick -> near.advance(executions.get((int) tick.index())));
    for (int i = 0; i < executions.size(); i++) {
      near.advanceTo(task.deadlineNs());
      near.advance(overshootNs);
      task.runTick(new TickThread());
    }

    for (int i = 0; i < seen.size(); i++) {
      long[] tick = seen.get(i);
      assertEquals(executions.get(i), tick[2]);
      assertEquals(tick[0] - (startNs + (i + 1) * PERIOD_NS), tick[5], "drift");
      if (i > 0) {
        assertEquals(tick[2] + tick[3], tick[4], "total");
        assertEquals(tick[1] - seen.get(i - 1)[1], tick[4], "end to end");
      }
    }
  }

  @Test
  void keepsThePerfectScheduleWhenATickOverruns() {
    List<Long> driftsMs = new ArrayList<>();
    PeriodicTask task =
        new PeriodicTask(
            context(tick -> driftsMs.add(tick.driftNs() / 1_000_000), null),
            "t",
            HZ_20,
            tick -> clock.advance(tick.index() == 0 ? 120_000_000 : 10_000_000));
    for (int i = 0; i < 5; i++) {
      clock.advanceTo(task.deadlineNs());
      task.runTick(new TickThread());
    }

    assertEquals(List.of(0L, 70L, 30L, 0L, 0L), driftsMs);
  }

  @Test
  void countsATickAsLateByItsTotalNotByItsDrift() {
    List<Boolean> late = new ArrayList<>();
    PeriodicTask task =
        new PeriodicTask(
            context(tick -> late.add(tick.isLate(LateThreshold.X1_1)), null), "t", HZ_20, t -> {});
    clock.advanceTo(task.deadlineNs());
    task.runTick(new TickThread());
    clock.advance(55_000_000); // exactly 1.1 periods: not above
    task.runTick(new TickThread());
    clock.advance(55_000_001);
    task.runTick(new TickThread());

    assertEquals(List.of(false, false, true), late);
  }

  @Test
  void tellsTheHandlerAndTicksOnWhenItSaysSo() {
    TaskContext context = context(tick -> {}, FailureHandler.Decision.CONTINUE);
    PeriodicTask task = new PeriodicTask(context, "t", HZ_20, PeriodicTaskTest::fail);

    assertTrue(task.runTick(new TickThread()));
    assertTrue(task.runTick(new TickThread()));
    assertEquals(List.of("failed 0: broken", "failed 1: broken"), events);
    assertEquals(2, context.failedTicks());
    assertEquals(1, context.activeTasks());
  }

  @Test
  void stopsAFailingTaskWhenTheHandlerSaysSo() {
    TaskContext context = context(tick -> {}, FailureHandler.Decision.STOP);
    PeriodicTask task = new PeriodicTask(context, "t", HZ_20, PeriodicTaskTest::fail);

    assertFalse(task.runTick(new TickThread()));
    assertFalse(task.runTick(new TickThread()));
    assertEquals(List.of("failed 0: broken"), events);
    assertEquals(0, context.activeTasks());
  }

  @Test
  void treatsAFailingListenerAsAFailureOfTheTick() {
    TaskContext context =
        context(
            tick -> {
              throw new IllegalStateException("listener");
            },
            FailureHandler.Decision.CONTINUE);
    new PeriodicTask(context, "t", HZ_20, tick -> {}).runTick(new TickThread());

    assertEquals(List.of("failed 0: listener"), events);
  }

  @Test
  void stopsAndCountsOnAnErrorAndLetsItPropagate() {
    TaskContext context = context(tick -> {}, FailureHandler.Decision.CONTINUE);
    StackOverflowError error = new StackOverflowError();
    PeriodicTask task =
        new PeriodicTask(
            context,
            "t",
            HZ_20,
            tick -> {
              throw error;
            });

    assertSame(error, assertThrows(StackOverflowError.class, () -> task.runTick(new TickThread())));
    assertTrue(task.isStopped());
    assertEquals(1, context.failedTicks());
    assertEquals(List.of(), events);
  }

  @Test
  void stopsATaskWhoseFailureHandlerThrows() {
    IllegalStateException thrown = new IllegalStateException("handler");
    TaskContext context =
        new TaskContext(
            clock,
            tick -> {},
            (tick, failure) -> {
              throw thrown;
            });
    PeriodicTask task = new PeriodicTask(context, "t", HZ_20, PeriodicTaskTest::fail);

    assertSame(
        thrown, assertThrows(IllegalStateException.class, () -> task.runTick(new TickThread())));
    assertTrue(task.isStopped());
    assertEquals(0, context.activeTasks());
    assertEquals(1, context.failedTicks());
  }

  @Test
  void stopsATaskWhoseListenerEndsWithAnError() {
    TaskContext context =
        context(
            tick -> {
              throw new StackOverflowError();
            },
            FailureHandler.Decision.CONTINUE);
    PeriodicTask task =
        new PeriodicTask(
            context,
            "t",
            HZ_20,
            TaskOptions.defaults().budget(ExecutionBudget.ofNs(1).quarantineAfter(1, 1)),
            tick -> clock.advance(2));

    assertThrows(StackOverflowError.class, () -> task.runTick(new TickThread()));
    assertTrue(task.isStopped());
    assertEquals(0, context.activeTasks());
    assertEquals(0, context.quarantinedTasks().get(), "a stopped task leaves quarantine");
    assertEquals(1, context.failedTicks());
  }

  @Test
  void runsNoTickAfterStopAlsoWhenStoppedFromWithinATick() {
    List<Long> ran = new ArrayList<>();
    TaskContext context = context(tick -> {}, null);
    PeriodicTask[] self = new PeriodicTask[1];
    self[0] =
        new PeriodicTask(
            context,
            "t",
            HZ_20,
            tick -> {
              ran.add(tick.index());
              self[0].stop();
            });

    assertFalse(self[0].runTick(new TickThread()));
    assertFalse(self[0].runTick(new TickThread()));
    assertEquals(List.of(0L), ran);
    assertEquals(0, context.activeTasks());
  }

  private static void fail(Tick tick) {
    throw new IllegalStateException("broken");
  }

  /** As code in other languages does, which do not check exceptions. */
  @SuppressWarnings("unchecked")
  private static <E extends Exception> void throwUnchecked(Exception e) throws E {
    throw (E) e;
  }

  @Test
  void goesOnAfterACheckedExceptionOfPendingWorkAndOfTheListener() {
    TaskContext context =
        context(
            tick -> PeriodicTaskTest.throwUnchecked(new IOException("listener")),
            FailureHandler.Decision.CONTINUE);
    PeriodicTask task = new PeriodicTask(context, "t", HZ_20, tick -> events.add("ticked"));
    task.execute(() -> PeriodicTaskTest.throwUnchecked(new IOException("work")));
    task.execute(() -> events.add("more work"));

    assertTrue(task.runTick(new TickThread()));
    assertEquals(List.of("more work", "ticked", "failed 0: work"), events);
    assertEquals(1, context.failedTicks());
  }

  /** As a JVM does that keeps a NullPointerException ready for code that throws it often. */
  private void throwShared() {
    throw shared;
  }

  @Test
  void countsTheSameExceptionOfPendingWorkAndOfTheTickAsOneFailure() {
    TaskContext context = context(tick -> {}, FailureHandler.Decision.CONTINUE);
    PeriodicTask task = new PeriodicTask(context, "t", HZ_20, tick -> throwShared());
    task.execute(this::throwShared);

    assertTrue(task.runTick(new TickThread()));
    assertEquals(List.of("failed 0: shared"), events);
    assertEquals(1, context.failedTicks());
  }

  @Test
  void countsTheSameExceptionOfTheTickAndOfItsListenerAsOneFailure() {
    TaskContext context = context(tick -> throwShared(), FailureHandler.Decision.CONTINUE);
    PeriodicTask task = new PeriodicTask(context, "t", HZ_20, tick -> throwShared());

    assertTrue(task.runTick(new TickThread()));
    assertEquals(List.of("failed 0: shared"), events);
    assertEquals(1, context.failedTicks());
  }

  @Test
  void doesTheRestOfTheWorkAfterTwoPiecesThatThrewTheSameException() {
    TaskContext context = context(tick -> {}, FailureHandler.Decision.CONTINUE);
    PeriodicTask task = new PeriodicTask(context, "t", HZ_20, tick -> events.add("ticked"));
    task.execute(this::throwShared);
    task.execute(this::throwShared);
    task.execute(() -> events.add("third"));

    assertTrue(task.runTick(new TickThread()));
    assertEquals(List.of("third", "ticked", "failed 0: shared"), events);
    assertEquals(1, context.failedTicks());
  }
}
