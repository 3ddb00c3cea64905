package dev.jitterlab.tick;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jitterlab.tick.recording.TickRecorder;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ManualSchedulerTest {
  private final TickRecorder recorder = new TickRecorder();
  private final List<String> done = new ArrayList<>();
  private final ManualScheduler scheduler = new ManualScheduler(recorder);

  @Test
  void runsWhatComesDueInTheOrderOfDeadlines() {
    scheduler.start("slow", Rate.hz(10), tick -> done.add("slow " + scheduler.clock().nanoTime()));
    scheduler.start("fast", Rate.hz(20), tick -> done.add("fast " + scheduler.clock().nanoTime()));

    assertEquals(3, scheduler.advance(Duration.ofMillis(149)));
    assertEquals(List.of("fast 50000000", "slow 100000000", "fast 100000000"), done);
    assertEquals(149_000_000, scheduler.clock().nanoTime());
    assertEquals(1, scheduler.advance(Duration.ofMillis(1)));
    assertEquals(0, recorder.lateTicks(LateThreshold.X1_1));
  }

  @Test
  void aTickThatTakesTimeMakesTheNextOneLate() {
    scheduler.start("a", Rate.hz(10), tick -> scheduler.clock().advance(130_000_000));
    assertEquals(2, scheduler.advance(Duration.ofMillis(200)));
    assertEquals(1, recorder.lateTicks(LateThreshold.X1_1));
  }

  @Test
  void thePhaseIsTheUsers() {
    TaskOptions now = TaskOptions.defaults().firstTickAfter(Duration.ZERO);
    scheduler.start(
        "a", Rate.hz(10), now, tick -> done.add("at " + scheduler.clock().nanoTime() / 1_000_000));
    scheduler.advance(Duration.ofMillis(200));
    assertEquals(List.of("at 0", "at 100", "at 200"), done);
    assertThrows(IllegalArgumentException.class, () -> now.firstTickAfter(Duration.ofNanos(-1)));
    assertThrows(IllegalArgumentException.class, () -> now.firstTickAfter(Duration.ofDays(2)));
  }

  @Test
  void workComesInOrderBeforeTheTickAndCountsAsItsExecution() {
    TaskHandle task = scheduler.start("a", Rate.hz(10), tick -> done.add("tick"));
    assertTrue(task.execute(() -> done.add("first")));
    assertTrue(
        task.execute(
            () -> {
              done.add("second");
              scheduler.clock().advance(7_000_000);
            }));
    scheduler.advance(Duration.ofMillis(200));
    assertEquals(List.of("first", "second", "tick", "tick"), done);
    assertTrue(recorder.toString().contains("7.0"), recorder.toString());
  }

  @Test
  void workThatFailsIsTheTicksFailureAndKeepsNothingFromHappening() {
    List<Exception> failures = new ArrayList<>();
    ManualScheduler tolerant =
        new ManualScheduler(
            recorder,
            (tick, failure) -> {
              failures.add(failure);
              return FailureHandler.Decision.CONTINUE;
            });
    TaskHandle task =
        tolerant.start(
            "a",
            Rate.hz(10),
            tick -> {
              throw new IOException("tick");
            });
    IllegalStateException first = new IllegalStateException("first");
    assertTrue(
        task.execute(
            () -> {
              throw first;
            }));
    assertTrue(task.execute(() -> done.add("second")));
    tolerant.advance(Duration.ofMillis(100));

    assertEquals(List.of("second"), done);
    assertSame(first, failures.get(0));
    assertEquals("tick", first.getSuppressed()[0].getMessage());
    assertFalse(task.isStopped());
  }

  @Test
  void workIsBounded() {
    TaskHandle task = scheduler.start("a", Rate.hz(10), tick -> {});
    for (int i = 0; i < PendingWork.MOST; i++) {
      assertTrue(task.execute(() -> done.add("work")));
    }
    assertFalse(task.execute(() -> {}));
    scheduler.advance(Duration.ofMillis(100));
    assertEquals(PendingWork.MOST, done.size());
    assertTrue(task.execute(() -> {}), "there is room again");
  }

  @Test
  void saysWhyATaskEnded() {
    RuntimeException failure = new IllegalStateException("broken");
    TaskHandle failing =
        scheduler.start(
            "failing",
            Rate.hz(10),
            tick -> {
              throw failure;
            });
    TaskHandle late =
        scheduler.start(
            "late",
            Rate.hz(10),
            TaskOptions.defaults().latePolicy(LatePolicy.stop(1)),
            tick -> scheduler.clock().advance(500_000_000));
    TaskHandle stopped = scheduler.start("stopped", Rate.hz(10), tick -> {});
    stopped.stop();
    TaskHandle closed = scheduler.start("closed", Rate.hz(1), tick -> {});
    scheduler.advance(Duration.ofMillis(700));
    scheduler.close();

    TaskEnd end = failing.end().orElseThrow();
    assertEquals(TaskEnd.Reason.FAILED, end.reason());
    assertSame(failure, end.failure().orElseThrow());
    assertEquals(100_000_000, end.atNs());
    assertEquals(TaskEnd.Reason.TOO_LATE, late.end().orElseThrow().reason());
    assertEquals(TaskEnd.Reason.STOPPED, stopped.end().orElseThrow().reason());
    assertEquals(TaskEnd.Reason.CLOSED, closed.end().orElseThrow().reason());
    assertEquals("FAILED: " + failure, end.toString());
    assertThrows(IllegalStateException.class, () -> scheduler.start("b", Rate.hz(1), tick -> {}));
  }

  @Test
  void anErrorEndsTheTaskToo() {
    AssertionError error = new AssertionError("broken");
    TaskHandle task =
        scheduler.start(
            "a",
            Rate.hz(10),
            tick -> {
              throw error;
            });
    assertThrows(AssertionError.class, () -> scheduler.advance(Duration.ofMillis(100)));
    assertSame(error, task.end().orElseThrow().failure().orElseThrow());
  }

  @Test
  void aRecorderShowsATable() {
    assertEquals("no ticks so far", recorder.toString());
    scheduler.start("a", Rate.hz(10), tick -> scheduler.clock().advance(2_000_000));
    scheduler.advance(Duration.ofMillis(300));
    assertEquals(
        List.of(
            "3 ticks, 0 late (0.00 %), 0 periods without a tick on time",
            "ms               p50       p90       p99       max",
            "execution     2.0009    2.0009    2.0009    2.0009",
            "wait         98.0419   98.0419   98.0419   98.0419",
            "total       100.0079  100.0079  100.0079  100.0079",
            "drift         0.0000    0.0000    0.0000    0.0000"),
        List.of(recorder.toString().split("\\R")));
  }
}
