package dev.jitterlab.tick;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The front door of the library: what every built scheduler does, whatever its kind. */
class SchedulerBuilderTest {
  private static Stream<SchedulerBuilder.Workers<?>> builtOfWorkers() {
    return Stream.of(
        TickScheduler.partitioned(), TickScheduler.lockless(), TickScheduler.scheduledPool());
  }

  private static Stream<SchedulerBuilder.Waiters<?>> thatWait() {
    return Stream.of(TickScheduler.partitioned(), TickScheduler.lockless());
  }

  private static Stream<SchedulerBuilder<?>> builders() {
    return Stream.of(
        TickScheduler.partitioned().workers(2).spinBudget(0).waiting(Waiting.PARK),
        TickScheduler.lockless().workers(2).threadSettings(ThreadSettings.none()),
        TickScheduler.scheduledPool().workers(2),
        TickScheduler.threadPerTask().threadTimes(false));
  }

  @ParameterizedTest
  @MethodSource("builders")
  void ticksOnThreadsOfThatName(SchedulerBuilder<?> builder) throws InterruptedException {
    Set<String> names = ConcurrentHashMap.newKeySet();
    CountDownLatch ticked = new CountDownLatch(3);
    try (TickScheduler scheduler = builder.threadNames("room").build()) {
      scheduler.start(
          "a",
          Rate.hz(1_000),
          tick -> {
            names.add(Thread.currentThread().getName());
            ticked.countDown();
          });
      assertTrue(ticked.await(10, TimeUnit.SECONDS));
    }
    assertTrue(names.stream().allMatch(name -> name.startsWith("room-")), names.toString());
  }

  @ParameterizedTest
  @MethodSource("builders")
  void workIsDoneOnTheThreadOfATick(SchedulerBuilder<?> builder) throws InterruptedException {
    CountDownLatch done = new CountDownLatch(1);
    Set<String> names = ConcurrentHashMap.newKeySet();
    try (TickScheduler scheduler = builder.threadNames("room").build()) {
      TaskHandle task = scheduler.start("a", Rate.hz(1_000), tick -> {});
      assertTrue(
          task.execute(
              () -> {
                names.add(Thread.currentThread().getName());
                done.countDown();
              }));
      assertTrue(done.await(10, TimeUnit.SECONDS));
    }
    assertTrue(names.iterator().next().startsWith("room-"), names.toString());
  }

  /** More than by default, however many processors there are. */
  @ParameterizedTest
  @MethodSource("builtOfWorkers")
  void hasTheWorkersAndTheirSettingsThatWereAskedFor(SchedulerBuilder.Workers<?> builder) {
    int workers = Runtime.getRuntime().availableProcessors() + 1;
    ThreadSettings settings = ThreadSettings.none().timerSlackNs(2);
    try (TickScheduler scheduler = builder.workers(workers).threadSettings(settings).build()) {
      assertEquals(
          workers,
          scheduler.threadSettings().stream().map(ThreadSettingReport::thread).distinct().count());
    }
    assertThrows(IllegalArgumentException.class, () -> builder.workers(0));
  }

  /** Nobody sees from outside how a worker waits: what cannot be, is refused. */
  @ParameterizedTest
  @MethodSource("thatWait")
  void takesHowItsWorkersWait(SchedulerBuilder.Waiters<?> builder) {
    assertThrows(IllegalArgumentException.class, () -> builder.spinBudget(2));
    assertThrows(NullPointerException.class, () -> builder.waiting(null));
  }

  @Test
  void readsNoThreadTimesWhenToldSo() {
    try (TickScheduler scheduler = TickScheduler.threadPerTask().threadTimes(false).build()) {
      assertEquals(Optional.of("not asked for"), scheduler.threadTimesOff());
    }
  }

  @ParameterizedTest
  @MethodSource("builders")
  void aTaskTicksOnWhoseFailureIsNoReasonToStop(SchedulerBuilder<?> builder)
      throws InterruptedException {
    CountDownLatch failed = new CountDownLatch(3);
    builder.onFailure((tick, failure) -> FailureHandler.Decision.CONTINUE);
    try (TickScheduler scheduler = builder.build()) {
      scheduler.start(
          "a",
          Rate.hz(1_000),
          tick -> {
            failed.countDown();
            throw new IllegalStateException();
          });
      assertTrue(failed.await(10, TimeUnit.SECONDS));
    }
  }

  @ParameterizedTest
  @MethodSource("builders")
  void closingSaysWhyTasksEnded(SchedulerBuilder<?> builder) throws InterruptedException {
    TickScheduler scheduler = builder.build();
    CountDownLatch ticked = new CountDownLatch(1);
    TaskHandle task = scheduler.start("a", Rate.hz(1_000), tick -> ticked.countDown());
    assertTrue(task.end().isEmpty());
    assertTrue(ticked.await(10, TimeUnit.SECONDS));

    assertTrue(scheduler.close(Duration.ofSeconds(10)));
    TaskEnd end = task.end().orElseThrow();
    assertEquals(TaskEnd.Reason.CLOSED, end.reason());
    assertFalse(task.execute(() -> {}), "nobody would do it");
  }

  @ParameterizedTest
  @MethodSource("builders")
  void closingReturnsAtItsLimitAndInterruptsWhatGoesOn(SchedulerBuilder<?> builder)
      throws InterruptedException {
    CountDownLatch started = new CountDownLatch(1);
    CountDownLatch interrupted = new CountDownLatch(1);
    TickScheduler scheduler = builder.build();
    scheduler.start(
        "stuck",
        Rate.hz(1_000),
        tick -> {
          started.countDown();
          try {
            new CountDownLatch(1).await();
          } catch (InterruptedException e) {
            interrupted.countDown();
          }
        });
    assertTrue(started.await(10, TimeUnit.SECONDS));

    assertFalse(scheduler.close(Duration.ofMillis(1)));
    assertTrue(interrupted.await(10, TimeUnit.SECONDS));
  }

  @ParameterizedTest
  @MethodSource("builders")
  void nullIsRefusedAtOnce(SchedulerBuilder<?> builder) {
    assertThrows(NullPointerException.class, () -> builder.listener(null));
    assertThrows(NullPointerException.class, () -> builder.onFailure(null));
    assertThrows(NullPointerException.class, () -> builder.threadNames(null));
    try (TickScheduler scheduler = builder.build()) {
      TickTask task = tick -> {};
      assertThrows(NullPointerException.class, () -> scheduler.start(null, Rate.hz(1), task));
      assertThrows(NullPointerException.class, () -> scheduler.start("a", null, task));
      assertThrows(NullPointerException.class, () -> scheduler.start("a", Rate.hz(1), null));
      assertThrows(NullPointerException.class, () -> scheduler.start("a", Rate.hz(1), null, task));
      assertEquals(0, scheduler.activeTasks());
    }
  }

  @Test
  void aListenerIsRefusedThatGoesOnToNone() {
    TickListener first = tick -> {};

    assertThrows(NullPointerException.class, () -> first.andThen(null));
  }

  @Test
  @Timeout(60) // a task that never ends
  void aLocklessOneHasTasksThatScheduleThemselves() throws InterruptedException {
    CountDownLatch ended = new CountDownLatch(1);
    try (LocklessScheduler scheduler = TickScheduler.lockless().workers(1).build()) {
      TaskHandle task = scheduler.spawn("once", 1, turn -> ended.countDown());
      assertTrue(ended.await(10, TimeUnit.SECONDS));
      while (task.end().isEmpty()) {
        Thread.sleep(1); // it ends a moment after its turn
      }
      assertEquals(TaskEnd.Reason.FINISHED, task.end().orElseThrow().reason());
    }
  }

  @Test
  void aLocklessOneRefusesToSpawnNothing() {
    try (LocklessScheduler scheduler = TickScheduler.lockless().workers(1).build()) {
      assertThrows(NullPointerException.class, () -> scheduler.spawn("a", 1, null));
      assertThrows(NullPointerException.class, () -> scheduler.spawn(null, 1, turn -> {}));
      assertEquals(0, scheduler.activeTasks());
    }
  }
}
