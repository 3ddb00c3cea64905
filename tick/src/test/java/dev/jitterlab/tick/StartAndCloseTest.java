package dev.jitterlab.tick;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What is left of schedulers and tasks that start halfway, and of those that are closed. */
@Timeout(120)
class StartAndCloseTest {
  /** The first tick is due in an hour. */
  private static final Rate HOURLY = Rate.of(1, 3_600);

  /** Long enough for the slowest machine; who waits for all of it has not been woken. */
  private static final Duration LIMIT = Duration.ofSeconds(20);

  @SuppressWarnings("StaticAssignmentOfThrowable") // the one that is looked for
  private static final OutOfMemoryError NO_THREAD =
      new OutOfMemoryError("unable to create native thread");

  private final List<Thread> threads = new ArrayList<>();
  private final TaskContext context = context(threads::add);

  private static TaskContext context(Consumer<Thread> beforeStart) {
    return new TaskContext(
        System::nanoTime,
        tick -> {},
        (tick, failure) -> FailureHandler.Decision.STOP,
        ThreadTimesSource.off("not asked for"),
        "test",
        beforeStart);
  }

  /** One in which no thread can be started once there are so many. */
  private TaskContext contextFor(int mostThreads) {
    return context(
        thread -> {
          if (threads.size() == mostThreads) {
            throw NO_THREAD;
          }
          threads.add(thread);
        });
  }

  static Stream<String> names() {
    return TickSchedulers.availableNames().stream();
  }

  private static void awaitEnd(Thread thread) throws InterruptedException {
    thread.join(60_000);
    assertFalse(thread.isAlive(), thread::getName);
  }

  static Stream<Function<TaskContext, TickScheduler>> ofThreeThreads() {
    ThreadSettings none = ThreadSettings.none();
    return Stream.of(
        context -> new PartitionedScheduler(context, 3, Waiting.PARK, 0, none),
        context -> new LocklessScheduler(context, 3, Waiting.PARK, 0, none, Parker.OF_THIS_THREAD),
        context -> new ScheduledPoolScheduler(context, 3, none));
  }

  @ParameterizedTest
  @MethodSource("ofThreeThreads")
  void endsTheThreadsThatItHasWhenAnotherCannotBeStarted(
      Function<TaskContext, TickScheduler> create) throws InterruptedException {
    TaskContext noRoom = contextFor(2);

    assertSame(NO_THREAD, assertThrows(OutOfMemoryError.class, () -> create.apply(noRoom)));
    assertEquals(2, threads.size());
    for (Thread thread : threads) {
      awaitEnd(thread);
    }
  }

  /** One in which the threads of some names fail before their first step. */
  private static TaskContext contextWithout(Path folder, Predicate<String> fails)
      throws IOException {
    Path counters = Files.writeString(folder.resolve("schedstat"), "1 2 3\n");
    return new TaskContext(
        () -> {
          if (fails.test(Thread.currentThread().getName())) {
            throw NO_THREAD; // when its times are read for the first time
          }
          return System.nanoTime();
        },
        tick -> {},
        (tick, failure) -> FailureHandler.Decision.STOP,
        ThreadTimesSource.of(counters.toString()),
        "test",
        thread -> thread.setUncaughtExceptionHandler((failed, error) -> {}));
  }

  @Test
  void ticksAllTasksOnTheWorkersThatCouldStart(@TempDir Path folder) throws Exception {
    TaskContext oneFails = contextWithout(folder, "test-worker-0"::equals);
    Set<String> tickedOn = ConcurrentHashMap.newKeySet();
    CountDownLatch ticked = new CountDownLatch(10);
    try (TickScheduler scheduler =
        new PartitionedScheduler(oneFails, 2, Waiting.PARK, 0, ThreadSettings.none())) {
      for (int i = 0; i < 10; i++) {
        scheduler.start(
            "t" + i,
            Rate.hz(500),
            tick -> {
              tickedOn.add(Thread.currentThread().getName());
              if (tick.index() == 0) {
                ticked.countDown();
              }
            });
      }
      assertTrue(ticked.await(60, TimeUnit.SECONDS), () -> ticked.getCount() + " never ticked");
      assertEquals(Set.of("test-worker-1"), tickedOn);
      assertEquals(10, scheduler.activeTasks());
    }
  }

  static Stream<Function<TaskContext, TickScheduler>> ofWorkers() {
    return ofThreeThreads().limit(2);
  }

  @ParameterizedTest
  @MethodSource("ofWorkers")
  void saysSoWhenNoWorkerCouldStart(
      Function<TaskContext, TickScheduler> create, @TempDir Path folder) throws IOException {
    TaskContext allFail =
        contextWithout(folder, name -> name.matches("test-(worker|lockless)-\\d"));
    IllegalStateException e =
        assertThrows(IllegalStateException.class, () -> create.apply(allFail));

    assertEquals(
        "no worker thread of the scheduler could start; the first failed with " + NO_THREAD,
        e.getMessage());
    assertSame(NO_THREAD, e.getCause());
  }

  @Test
  void aTaskFailsIfTheThreadOfItsQuarantineCannotStart(@TempDir Path folder) throws Exception {
    TaskContext oneFails = contextWithout(folder, "test-quarantine"::equals);
    ExecutionBudget budget = ExecutionBudget.ofNs(1).quarantineAfter(1, 1);
    try (TickScheduler scheduler =
        new PartitionedScheduler(oneFails, 1, Waiting.PARK, 0, ThreadSettings.none())) {
      TaskHandle bad =
          scheduler.start(
              "bad",
              Rate.hz(500),
              TaskOptions.defaults().budget(budget),
              tick -> LockSupport.parkNanos(100_000));
      while (!bad.isStopped()) {
        Thread.sleep(1);
      }
      TaskEnd end = bad.end().orElseThrow();
      assertEquals(TaskEnd.Reason.FAILED, end.reason());
      assertSame(NO_THREAD, end.failure().orElseThrow().getCause());
    }
  }

  /** A thread that a worker starts would inherit the one CPU of that worker. */
  @Test
  void noWorkerWithACpuOfItsOwnStartsTheThreadOfTheQuarantine() throws InterruptedException {
    ThreadSettings pinned = ThreadSettings.none().cpus(0);
    Function<TaskContext, TickScheduler> create =
        of -> new PartitionedScheduler(of, 1, Waiting.PARK, 0, pinned);
    Map<String, Thread> starters = new ConcurrentHashMap<>();
    TaskContext watched = context(thread -> starters.put(thread.getName(), Thread.currentThread()));
    try (TickScheduler scheduler = create.apply(watched)) {
      assertEquals(0, scheduler.activeTasks());
      assertSame(Thread.currentThread(), starters.get("test-quarantine"));
    }
    try (TickScheduler scheduler = create.apply(contextFor(1))) { // no room for that thread
      assertEquals(0, scheduler.activeTasks());
    }
  }

  private ThreadPerTaskScheduler threadPerTask(TaskContext of, ThreadFactory factory) {
    return new ThreadPerTaskScheduler(of, factory, ThreadPerTaskScheduler.Precision.MILLISECONDS);
  }

  @Test
  void leavesNothingOfATaskWhoseThreadCannotBeStarted() {
    TickScheduler scheduler = threadPerTask(contextFor(1), ThreadPerTaskScheduler::platformThread);
    TaskHandle first = scheduler.start("first", HOURLY, tick -> {});

    assertSame(
        NO_THREAD,
        assertThrows(OutOfMemoryError.class, () -> scheduler.start("second", HOURLY, tick -> {})));
    assertEquals(1, scheduler.activeTasks());
    assertFalse(first.isStopped());
    assertTrue(scheduler.close(LIMIT));
  }

  @Test
  void aTaskFailsIfItsThreadCannotBegin(@TempDir Path folder) throws Exception {
    AtomicBoolean fails = new AtomicBoolean(true);
    TaskContext onceFails =
        contextWithout(folder, name -> name.equals("test-t") && fails.getAndSet(false));
    TickScheduler scheduler = threadPerTask(onceFails, ThreadPerTaskScheduler::platformThread);
    TaskHandle task = scheduler.start("t", Rate.hz(500), tick -> {});
    while (!task.isStopped()) {
      Thread.sleep(1);
    }
    TaskEnd end = task.end().orElseThrow();

    assertEquals(TaskEnd.Reason.FAILED, end.reason());
    assertSame(NO_THREAD, end.failure().orElseThrow());
    assertTrue(scheduler.close(LIMIT));
  }

  @Test
  void leavesNothingOfATaskForWhichThereIsNoThread() {
    for (ThreadFactory factory :
        List.<ThreadFactory>of(
            loop -> null,
            loop -> {
              throw new IllegalStateException("no more threads");
            })) {
      TickScheduler scheduler = threadPerTask(context, factory);

      assertThrows(RuntimeException.class, () -> scheduler.start("t", HOURLY, tick -> {}));
      assertEquals(0, scheduler.activeTasks());
      assertTrue(scheduler.close(LIMIT));
    }
  }

  /** With a phase of its own, nobody asks for the rate before the task is there. */
  @ParameterizedTest
  @MethodSource("names")
  void leavesNothingOfATaskWithoutARate(String name) {
    TaskOptions inAnHour = TaskOptions.defaults().firstTickAfter(Duration.ofHours(1));
    try (TickScheduler scheduler = TickSchedulers.named(name).create()) {
      assertThrows(
          NullPointerException.class, () -> scheduler.start("t", null, inAnHour, tick -> {}));
      assertEquals(0, scheduler.activeTasks());
      assertEquals(WaitingPeriods.NONE, scheduler.waitingPeriods());
    }
  }

  /** Its start may run the user's own code: what wakes the one thread. */
  @Test
  void leavesNothingOfATaskForWhichTheWorkerCannotBeWoken() throws InterruptedException {
    CountDownLatch asleep = new CountDownLatch(1);
    AtomicBoolean isBroken = new AtomicBoolean();
    Parker parker =
        new Parker() {
          @Override
          public void park(long ns) {
            asleep.countDown();
            LockSupport.parkNanos(this, ns);
          }

          @Override
          public void spin() {}

          @Override
          public void unpark(Thread worker) {
            if (isBroken.get()) {
              throw new IllegalStateException("the selector is closed");
            }
            LockSupport.unpark(worker);
          }
        };
    try (LocklessScheduler scheduler =
        new LocklessScheduler(context, 1, Waiting.PARK, 0, ThreadSettings.none(), parker)) {
      assertTrue(asleep.await(60, TimeUnit.SECONDS));
      isBroken.set(true);

      assertThrows(
          IllegalStateException.class, () -> scheduler.start("t", Rate.hz(500), tick -> {}));
      assertEquals(0, scheduler.activeTasks());
      isBroken.set(false);
    }
  }

  @Test
  void stopsItsTasksAlthoughTheWorkerCannotBeWoken() throws InterruptedException {
    CountDownLatch asleep = new CountDownLatch(1);
    AtomicBoolean isBroken = new AtomicBoolean();
    Parker parker =
        new Parker() {
          @Override
          public void park(long ns) {
            asleep.countDown();
            LockSupport.parkNanos(this, ns);
          }

          @Override
          public void spin() {}

          @Override
          public void unpark(Thread worker) {
            if (isBroken.get()) {
              throw new IllegalStateException("the selector is closed");
            }
            LockSupport.unpark(worker);
          }
        };
    LocklessScheduler scheduler =
        new LocklessScheduler(context, 1, Waiting.PARK, 0, ThreadSettings.none(), parker);
    TaskHandle task = scheduler.start("t", HOURLY, tick -> {});
    assertTrue(asleep.await(60, TimeUnit.SECONDS));
    isBroken.set(true);

    assertThrows(IllegalStateException.class, () -> scheduler.close(Duration.ofMillis(1)));
    assertEquals(TaskEnd.Reason.CLOSED, task.end().orElseThrow().reason());
    assertEquals(0, scheduler.activeTasks());
    for (Thread thread : threads) {
      awaitEnd(thread);
    }
  }

  @ParameterizedTest
  @MethodSource("names")
  void closesAtOnceWhenAllTasksSleep(String name) {
    TickScheduler scheduler = TickSchedulers.named(name).create();
    List<TaskHandle> handles = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      handles.add(scheduler.start("t" + i, HOURLY, tick -> {}));
    }

    assertTrue(scheduler.close(LIMIT), "somebody slept on");
    handles.forEach(task -> assertEquals(TaskEnd.Reason.CLOSED, task.end().orElseThrow().reason()));
    assertEquals(0, scheduler.activeTasks());
  }

  @ParameterizedTest
  @MethodSource("names")
  void closesWithALimitThatIsAsGoodAsNone(String name) {
    TickScheduler scheduler = TickSchedulers.named(name).create();
    scheduler.start("t", HOURLY, tick -> {});

    assertTrue(scheduler.close(Duration.ofSeconds(Long.MAX_VALUE)));
  }

  @Test
  void endsTheThreadOfATaskThatIsStoppedAsleep() throws InterruptedException {
    for (ThreadPerTaskScheduler.Precision precision : ThreadPerTaskScheduler.Precision.values()) {
      threads.clear();
      try (TickScheduler scheduler =
          new ThreadPerTaskScheduler(context, ThreadPerTaskScheduler::platformThread, precision)) {
        scheduler.start("t", HOURLY, tick -> {}).stop();

        awaitEnd(threads.get(0));
      }
    }
  }

  @ParameterizedTest
  @MethodSource("names")
  void doesNotWaitForTheTickThatClosesIt(String name) throws InterruptedException {
    AtomicReference<TickScheduler> scheduler = new AtomicReference<>();
    AtomicReference<String> outcome = new AtomicReference<>();
    CountDownLatch closed = new CountDownLatch(1);
    scheduler.set(TickSchedulers.named(name).threads(2).create());
    CountDownLatch known = new CountDownLatch(1);
    scheduler
        .get()
        .start(
            "t",
            Rate.hz(500),
            tick -> {
              assertTrue(known.await(60, TimeUnit.SECONDS));
              boolean inTime = scheduler.get().close(LIMIT);
              outcome.set(inTime + ", interrupted: " + Thread.currentThread().isInterrupted());
              closed.countDown();
            });
    known.countDown();

    assertTrue(closed.await(60, TimeUnit.SECONDS));
    assertEquals("true, interrupted: false", outcome.get());
  }

  @ParameterizedTest
  @MethodSource("names")
  void letsATickThatRunsSeeThatItIsToEnd(String name) throws InterruptedException {
    TickScheduler scheduler = TickSchedulers.named(name).threads(2).create();
    AtomicReference<TaskHandle> task = new AtomicReference<>();
    CountDownLatch known = new CountDownLatch(1);
    CountDownLatch inTick = new CountDownLatch(1);
    task.set(
        scheduler.start(
            "t",
            Rate.hz(500),
            tick -> {
              assertTrue(known.await(60, TimeUnit.SECONDS));
              inTick.countDown();
              awaitStop(task.get());
            }));
    known.countDown();
    assertTrue(inTick.await(60, TimeUnit.SECONDS));

    assertTrue(scheduler.close(LIMIT), "its tick did not see the end");
    assertEquals(TaskEnd.Reason.CLOSED, task.get().end().orElseThrow().reason());
    assertEquals(0, scheduler.activeTasks());
  }

  @ParameterizedTest
  @MethodSource("names")
  void givesATickThatRunsItsTimeThoughTheOneWhoClosesIsInterrupted(String name)
      throws InterruptedException {
    TickScheduler scheduler = TickSchedulers.named(name).threads(2).create();
    Thread closing = Thread.currentThread();
    CountDownLatch inTick = new CountDownLatch(1);
    AtomicBoolean tickInterrupted = new AtomicBoolean();
    scheduler.start(
        "t",
        Rate.hz(500),
        tick -> {
          inTick.countDown();
          while (closing.getState() != Thread.State.TIMED_WAITING
              && !Thread.currentThread().isInterrupted()) {
            LockSupport.parkNanos(100_000);
          }
          tickInterrupted.set(Thread.currentThread().isInterrupted());
        });
    while (inTick.getCount() > 0) {
      Thread.onSpinWait(); // not a wait that the tick would take for that of the close
    }
    Thread.currentThread().interrupt();
    boolean inTime = scheduler.close(LIMIT);

    assertTrue(Thread.interrupted(), "the interrupt is lost");
    assertTrue(inTime, "it did not wait for the tick");
    assertFalse(tickInterrupted.get());
  }

  /** What a long tick does; an interrupt ends it if the scheduler was closed in vain. */
  private static void awaitStop(TaskHandle task) {
    while (!task.isStopped() && !Thread.currentThread().isInterrupted()) {
      LockSupport.parkNanos(100_000);
    }
  }

  /** While it runs, its owner has it neither in its heap nor in its inbox. */
  @Test
  void stopsATaskThatOneWorkerRunsForAnother() throws InterruptedException {
    TickScheduler scheduler =
        new PartitionedScheduler(context, 2, Waiting.PARK, 0, ThreadSettings.none());
    AtomicReference<TaskHandle> held = new AtomicReference<>();
    CountDownLatch known = new CountDownLatch(1);
    CountDownLatch takenOver = new CountDownLatch(1);
    CountDownLatch ownerGoesOn = new CountDownLatch(1);
    TaskHandle first =
        scheduler.start(
            "first",
            Rate.hz(20),
            tick -> {
              assertTrue(takenOver.await(60, TimeUnit.SECONDS));
              if (tick.index() > 0) {
                ownerGoesOn.countDown(); // and has met the one that the other worker runs
              }
            });
    TaskHandle others =
        scheduler.start(
            "others", Rate.hz(20), tick -> assertTrue(known.await(60, TimeUnit.SECONDS)));
    held.set(
        scheduler.start(
            "held",
            Rate.hz(20),
            tick -> {
              assertTrue(known.await(60, TimeUnit.SECONDS));
              takenOver.countDown();
              awaitStop(held.get());
            }));
    assertSame(((OwnedTask) first).owner(), ((OwnedTask) held.get()).owner());
    others.stop();
    known.countDown();
    assertTrue(ownerGoesOn.await(60, TimeUnit.SECONDS));

    assertTrue(scheduler.close(LIMIT), "its tick did not see the end");
    assertEquals(TaskEnd.Reason.CLOSED, held.get().end().orElseThrow().reason());
    assertEquals(0, scheduler.activeTasks());
  }

  /** Which comes first is left to chance; nothing is left in either case. */
  @ParameterizedTest
  @MethodSource("names")
  void leavesNothingOfTasksThatStartWhileItCloses(String name) throws Exception {
    for (int round = 0; round < 50; round++) {
      TickScheduler scheduler = TickSchedulers.named(name).threads(1).create();
      CyclicBarrier together = new CyclicBarrier(2);
      ConcurrentLinkedQueue<TaskHandle> handles = new ConcurrentLinkedQueue<>();
      Thread starter =
          new Thread(
              () -> {
                try {
                  together.await();
                  for (int i = 0; i < 10; i++) {
                    handles.add(scheduler.start("t" + i, Rate.hz(20), tick -> {}));
                  }
                } catch (IllegalStateException e) {
                  return; // closed
                } catch (Exception e) {
                  throw new AssertionError(e);
                }
              });
      starter.start();
      together.await();
      boolean inTime = scheduler.close(LIMIT);
      starter.join();

      assertTrue(inTime);
      assertEquals(Map.of(), active(handles));
      assertEquals(0, scheduler.activeTasks());
    }
  }

  private static Map<String, TaskHandle> active(Iterable<TaskHandle> handles) {
    for (TaskHandle handle : handles) {
      if (!handle.isStopped()) {
        return Map.of(handle.name(), handle);
      }
    }
    return Map.of();
  }
}
