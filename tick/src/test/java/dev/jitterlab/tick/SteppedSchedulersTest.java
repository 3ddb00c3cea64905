package dev.jitterlab.tick;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.PriorityQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Both schedulers' loops, stepped by a manual clock without any thread. */
class SteppedSchedulersTest {
  private static final long MILLISECOND_NS = 1_000_000;

  private final ManualClock clock = new ManualClock(Long.MAX_VALUE - 60_000_000);
  private final List<String> log = new ArrayList<>();
  private final TaskContext context =
      new TaskContext(
          clock,
          tick -> log.add(tick.task() + tick.index() + " drift " + tick.driftNs()),
          (tick, failure) -> FailureHandler.Decision.STOP);

  private ThreadPerTaskScheduler.SleepingTask sleeping(Rate rate, TickTask task) {
    return new ThreadPerTaskScheduler.SleepingTask(
        context, "a", rate, TaskOptions.defaults(), task);
  }

  @Test
  void threadPerTaskSleepsWholeMillisecondsAndNeverStartsEarly() {
    List<Long> sleptMs = new ArrayList<>();
    ThreadPerTaskScheduler.SleepingTask task =
        sleeping(Rate.hz(128), tick -> clock.advance(300_000));
    ThreadPerTaskScheduler.SleepLoop loop =
        new ThreadPerTaskScheduler.SleepLoop(
            task,
            clock,
            ms -> {
              sleptMs.add(ms);
              clock.advance(ms * 1_000_000);
            },
            MILLISECOND_NS);
    loop.step();
    loop.step();

    assertEquals(List.of(8L, 8L), sleptMs);
    assertEquals(List.of("a0 drift 187500", "a1 drift 675000"), log);
  }

  @Test
  void threadPerTaskWaitsForNanosecondsIfItIsToldTo() {
    List<Long> waitedNs = new ArrayList<>();
    ThreadPerTaskScheduler.SleepingTask task =
        sleeping(Rate.hz(128), tick -> clock.advance(300_000));
    ThreadPerTaskScheduler.SleepLoop loop =
        new ThreadPerTaskScheduler.SleepLoop(
            task,
            clock,
            ns -> {
              waitedNs.add(ns);
              clock.advance(ns);
            },
            1);
    loop.step();
    loop.step();

    assertEquals(List.of(7_812_500L, 7_512_500L), waitedNs);
    assertEquals(List.of("a0 drift 0", "a1 drift 0"), log);
  }

  @Test
  void threadPerTaskSleepsAgainAfterAnEarlyWake() {
    ThreadPerTaskScheduler.SleepingTask task = sleeping(Rate.hz(1000), tick -> {});
    Deque<Long> wakesAfterNs = new ArrayDeque<>(List.of(400_000L, 700_000L));
    new ThreadPerTaskScheduler.SleepLoop(
            task, clock, ms -> clock.advance(wakesAfterNs.remove()), MILLISECOND_NS)
        .step();

    assertEquals(List.of("a0 drift 100000"), log);
  }

  @Test
  void threadPerTaskDoesNotSleepWhileBehind() {
    ThreadPerTaskScheduler.SleepingTask task =
        sleeping(Rate.hz(1000), tick -> clock.advance(1_500_000));
    List<Long> sleptMs = new ArrayList<>();
    ThreadPerTaskScheduler.SleepLoop loop =
        new ThreadPerTaskScheduler.SleepLoop(
            task,
            clock,
            ms -> {
              sleptMs.add(ms);
              clock.advance(ms * 1_000_000);
            },
            MILLISECOND_NS);
    loop.step();
    loop.step();
    loop.step();

    assertEquals(List.of(1L), sleptMs);
    assertEquals(List.of("a0 drift 0", "a1 drift 500000", "a2 drift 1000000"), log);
  }

  @Test
  void threadPerTaskTicksOnAfterATickThatLeftItsThreadInterrupted() {
    ThreadPerTaskScheduler.SleepingTask task =
        sleeping(Rate.hz(1000), tick -> Thread.currentThread().interrupt());
    List<Boolean> interrupted = new ArrayList<>();
    ThreadPerTaskScheduler.SleepLoop loop =
        new ThreadPerTaskScheduler.SleepLoop(
            task,
            clock,
            ms -> {
              interrupted.add(Thread.currentThread().isInterrupted());
              clock.advance(ms * 1_000_000);
            },
            MILLISECOND_NS);

    assertTrue(loop.step());
    assertTrue(loop.step());
    assertFalse(Thread.interrupted());
    assertEquals(List.of(false, false), interrupted);
  }

  @Test
  void threadPerTaskSleepsOnWhenItIsInterruptedBeforeItIsStopped() {
    ThreadPerTaskScheduler.SleepingTask task = sleeping(Rate.hz(1000), tick -> {});
    Deque<Boolean> interruptions = new ArrayDeque<>(List.of(true, false, true));
    ThreadPerTaskScheduler.SleepLoop loop =
        new ThreadPerTaskScheduler.SleepLoop(
            task,
            clock,
            ms -> {
              if (interruptions.remove()) {
                throw new InterruptedException();
              }
              clock.advance(ms * 1_000_000);
            },
            MILLISECOND_NS);

    assertTrue(loop.step(), "nobody has stopped the task");
    task.stop();
    assertFalse(loop.step());
    assertEquals(List.of("a0 drift 0"), log);
  }

  /** The end may come between the last look and the sleep, and in the midst of the sleep. */
  @Test
  void threadPerTaskIsWokenByTheEndOfItsTaskAndByNothingElse() {
    List<String> slept = new ArrayList<>();
    ThreadPerTaskScheduler.SleepingTask task = sleeping(Rate.hz(1), tick -> {});
    ThreadPerTaskScheduler.SleepLoop loop =
        new ThreadPerTaskScheduler.SleepLoop(
            task,
            clock,
            ms -> {
              slept.add(ms + " ms, interrupted: " + Thread.currentThread().isInterrupted());
              task.stop();
              slept.add("interrupted: " + Thread.currentThread().isInterrupted());
              Thread.sleep(ms);
            },
            MILLISECOND_NS);

    assertFalse(loop.step());
    assertEquals(List.of("1000 ms, interrupted: false", "interrupted: true"), slept);
    assertFalse(loop.step(), "nobody sleeps for a task that has ended");
    assertEquals(2, slept.size());
    assertEquals(List.of(), log);
  }

  @Test
  void threadPerTaskDoesNotInterruptATickThatStopsItsOwnTask() {
    List<Boolean> interrupted = new ArrayList<>();
    ThreadPerTaskScheduler.SleepingTask[] task = new ThreadPerTaskScheduler.SleepingTask[1];
    task[0] =
        sleeping(
            Rate.hz(1000),
            tick -> {
              task[0].stop();
              interrupted.add(Thread.currentThread().isInterrupted());
            });
    ThreadPerTaskScheduler.SleepLoop loop =
        new ThreadPerTaskScheduler.SleepLoop(
            task[0], clock, ms -> clock.advance(ms * 1_000_000), MILLISECOND_NS);

    assertFalse(loop.step());
    assertEquals(List.of(false), interrupted);
  }

  @Test
  void scheduledPoolKeepsItsThreadWhenATickEndsWithAnError() {
    StackOverflowError error = new StackOverflowError();
    PeriodicTask task =
        new PeriodicTask(
            context,
            "a",
            Rate.hz(20),
            tick -> {
              throw error;
            });
    List<Throwable> told = toldOfARun(task, queued -> log.add("queued again"));

    assertEquals(List.of(error), told);
    assertTrue(task.isStopped());
    assertEquals(List.of(), log);
  }

  @Test
  void scheduledPoolEndsATaskThatCannotBeQueuedAgainAndKeepsItsThread() {
    OutOfMemoryError noRoom = new OutOfMemoryError("of the test");
    PeriodicTask task = new PeriodicTask(context, "a", Rate.hz(20), tick -> {});
    List<Throwable> told =
        toldOfARun(
            task,
            queued -> {
              throw noRoom;
            });

    assertEquals(List.of(noRoom), told);
    assertSame(noRoom, task.end().orElseThrow().failure().orElseThrow());
    assertEquals(0, context.activeTasks());
  }

  /** Runs one tick, and returns what the thread's handler was told of. */
  private List<Throwable> toldOfARun(
      PeriodicTask task, Consumer<ScheduledPoolScheduler.QueuedTask> queue) {
    List<Throwable> told = new ArrayList<>();
    Thread.UncaughtExceptionHandler before = Thread.currentThread().getUncaughtExceptionHandler();
    Thread.currentThread().setUncaughtExceptionHandler((thread, error) -> told.add(error));
    new ScheduledPoolScheduler.QueuedTask(task, clock, queue).run();
    Thread.currentThread().setUncaughtExceptionHandler(before);
    return told;
  }

  @Test
  void scheduledPoolRunsTasksInOrderOfTheirDeadlinesAlsoAcrossTheClocksOverflow() {
    PriorityQueue<ScheduledPoolScheduler.QueuedTask> queue = new PriorityQueue<>();
    for (Rate rate : List.of(Rate.hz(20), Rate.hz(30))) {
      PeriodicTask task =
          new PeriodicTask(context, rate + " ", rate, tick -> clock.advance(1_000_000));
      queue.add(new ScheduledPoolScheduler.QueuedTask(task, clock, queue::add));
    }
    for (int i = 0; i < 5; i++) {
      ScheduledPoolScheduler.QueuedTask next = queue.remove();
      clock.advance(Math.max(0, next.getDelay(TimeUnit.NANOSECONDS)));
      next.run();
    }

    assertEquals(
        List.of(
            "30 Hz 0 drift 0",
            "20 Hz 0 drift 0",
            "30 Hz 1 drift 0",
            "30 Hz 2 drift 0",
            "20 Hz 1 drift 999999"),
        log.stream().map(line -> line.replace("  ", " ")).collect(Collectors.toList()));
  }

  @Test
  void scheduledPoolDropsAStoppedTask() {
    List<ScheduledPoolScheduler.QueuedTask> requeued = new ArrayList<>();
    PeriodicTask task = new PeriodicTask(context, "a", Rate.hz(20), tick -> {});
    task.stop();
    new ScheduledPoolScheduler.QueuedTask(task, clock, requeued::add).run();

    assertEquals(List.of(), requeued);
    assertEquals(List.of(), log);
  }
}
