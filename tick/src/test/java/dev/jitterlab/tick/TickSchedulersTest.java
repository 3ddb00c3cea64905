package dev.jitterlab.tick;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** What every scheduler promises, on real threads. */
class TickSchedulersTest {
  static Stream<String> names() {
    return TickSchedulers.availableNames().stream();
  }

  @ParameterizedTest
  @MethodSource("names")
  void ticksManyTasksInOrderWithoutOverlap(String name) throws InterruptedException {
    int tasks = 50;
    CountDownLatch done = new CountDownLatch(tasks);
    AtomicInteger wrong = new AtomicInteger();
    try (TickScheduler scheduler = TickSchedulers.named(name).create()) {
      for (int i = 0; i < tasks; i++) {
        scheduler.start("t" + i, Rate.hz(500), new OrderedTask(20, wrong, done));
      }
      assertEquals(tasks, scheduler.activeTasks());
      await(done);
    }

    assertEquals(0, wrong.get());
  }

  @ParameterizedTest
  @MethodSource("names")
  @Timeout(60) // a failed task that never stops
  void ticksTheOthersOnWhenOneFails(String name) throws InterruptedException {
    CountDownLatch healthy = new CountDownLatch(10);
    CountDownLatch failed = new CountDownLatch(1);
    TickSchedulers schedulers =
        TickSchedulers.named(name)
            .threads(1)
            .onFailure(
                (tick, failure) -> {
                  failed.countDown();
                  return FailureHandler.Decision.STOP;
                });
    try (TickScheduler scheduler = schedulers.create()) {
      TaskHandle broken =
          scheduler.start(
              "broken",
              Rate.hz(500),
              tick -> {
                throw new IllegalStateException();
              });
      await(failed);
      scheduler.start("healthy", Rate.hz(500), tick -> healthy.countDown());
      await(healthy);
      while (scheduler.activeTasks() > 1) {
        Thread.sleep(1); // on a thread of its own it stops a moment after its handler was asked
      }

      assertTrue(broken.isStopped());
      assertEquals(1, scheduler.failedTicks());
    }
  }

  @ParameterizedTest
  @MethodSource("names")
  @EnabledOnOs(OS.LINUX)
  void saysWhatALateTickWaitedForOrWhyNot(String name) throws InterruptedException {
    CountDownLatch late = new CountDownLatch(3);
    AtomicInteger wrong = new AtomicInteger();
    Optional<String> off;
    TickListener listener =
        tick -> {
          boolean possible =
              tick.cpuNs() <= tick.executionNs() && tick.runQueueDelayNs() <= tick.driftNs();
          if (tick.driftNs() > 1_000_000) {
            late.countDown();
            boolean isVirtual = name.equals("virtual-threads");
            wrong.addAndGet(possible && tick.hasThreadTimes() != isVirtual ? 0 : 1);
          }
        };
    TickSchedulers schedulers = TickSchedulers.named(name).threads(1).listener(listener);
    try (TickScheduler scheduler = schedulers.create()) {
      off = scheduler.threadTimesOff();
      scheduler.start("slow", Rate.hz(1000), tick -> LockSupport.parkNanos(3_000_000));
      await(late);
    }

    assertEquals(
        name.equals("virtual-threads")
            ? Optional.of("the system knows no virtual threads")
            : Optional.empty(),
        off);
    assertEquals(0, wrong.get());
  }

  @ParameterizedTest
  @MethodSource("names")
  void stopsEverythingOnClose(String name) throws InterruptedException {
    TickScheduler scheduler = TickSchedulers.named(name).create();
    CountDownLatch ticked = new CountDownLatch(1);
    TaskHandle task = scheduler.start("t", Rate.hz(500), tick -> ticked.countDown());
    await(ticked);
    scheduler.close();

    assertTrue(task.isStopped());
    assertEquals(0, scheduler.activeTasks());
    assertThrows(IllegalStateException.class, () -> scheduler.start("u", Rate.hz(1), tick -> {}));
  }

  /** All at the same time, because each first gives its tick two seconds. */
  @Test
  void interruptsATickThatDoesNotEndOnClose() throws InterruptedException {
    List<String> names = names().collect(Collectors.toList());
    CountDownLatch inTick = new CountDownLatch(names.size());
    CountDownLatch toInterrupt = new CountDownLatch(names.size());
    Set<String> interrupted = ConcurrentHashMap.newKeySet();
    List<Thread> closing = new ArrayList<>();
    for (String name : names) {
      TickScheduler scheduler = TickSchedulers.named(name).create();
      scheduler.start(
          "stuck",
          Rate.hz(500),
          tick -> {
            inTick.countDown();
            try {
              new CountDownLatch(1).await();
            } catch (InterruptedException e) {
              interrupted.add(name);
              toInterrupt.countDown();
            }
          });
      closing.add(new Thread(scheduler::close));
    }
    await(inTick);
    closing.forEach(Thread::start);

    assertTrue(toInterrupt.await(60, TimeUnit.SECONDS), () -> "only " + interrupted);
    for (Thread one : closing) {
      one.join(60_000);
      assertFalse(one.isAlive(), "it waits for a tick that was interrupted");
    }
  }

  @Test
  void readsNoThreadTimesWhenToldSo() {
    TickSchedulers schedulers = TickSchedulers.named("partitioned").threads(1).threadTimes(false);
    try (TickScheduler scheduler = schedulers.create()) {
      assertEquals(Optional.of("not asked for"), scheduler.threadTimesOff());
    }
  }

  @Test
  void namesWhatItKnowsWhenAskedForSomethingElse() {
    IllegalArgumentException e =
        assertThrows(IllegalArgumentException.class, () -> TickSchedulers.named("pool"));

    assertEquals(
        "no scheduler pool; there are [thread-per-task, thread-per-task-park, scheduled-pool,"
            + " virtual-threads, partitioned, lockless]",
        e.getMessage());
    assertTrue(TickSchedulers.availableNames().contains(TickSchedulers.DEFAULT_NAME));
  }

  @ParameterizedTest
  @MethodSource("names")
  void changesTheRateAndKeepsTheAccountOfPeriods(String name) throws InterruptedException {
    CountDownLatch done = new CountDownLatch(1);
    AtomicReference<TaskHandle> handle = new AtomicReference<>();
    CountDownLatch started = new CountDownLatch(1);
    Account account = new Account(Rate.hz(500));
    try (TickScheduler scheduler = TickSchedulers.named(name).listener(account).create()) {
      TaskOptions coalesce = TaskOptions.defaults().latePolicy(LatePolicy.coalesce());
      handle.set(
          scheduler.start(
              "t",
              Rate.hz(500),
              coalesce,
              tick -> {
                await(started);
                if (tick.index() % 20 == 5) {
                  handle.get().rate(Rate.hz(1000));
                } else if (tick.index() % 20 == 15) {
                  handle.get().rate(Rate.hz(250));
                } else if (tick.index() == 100) {
                  done.countDown();
                }
              }));
      started.countDown();
      await(done);
    }

    assertEquals("", account.fault);
    assertTrue(account.changes >= 9, account.changes + " changes of the rate");
  }

  /** One task's periods: every one has its tick, or is counted as missed by the next. */
  private static final class Account implements TickListener {
    private Rate rate;
    private long lastNs;
    private int changes;
    private String fault = "";

    Account(Rate rate) {
      this.rate = rate;
    }

    @Override
    public void onTick(Tick tick) {
      long expectedNs = lastNs + (1 + tick.missedPeriods()) * rate.periodNs();
      if (tick.hasPrevious() && !tick.isReanchored() && tick.scheduledNs() != expectedNs) {
        fault += tick.index() + " is " + (tick.scheduledNs() - expectedNs) + " ns off; ";
      }
      boolean isNew = !tick.rate().equals(rate);
      changes += isNew ? 1 : 0;
      if (isNew && !tick.isReanchored()) {
        fault += tick.index() + " changes the rate in silence; ";
      }
      rate = tick.rate();
      long lateNs = tick.startedNs() - tick.scheduledNs();
      lastNs = tick.scheduledNs() + (isNew ? rate.offsetNs(Math.max(0, rate.indexAt(lateNs))) : 0);
    }
  }

  /** Random long ticks make tasks overdue, so that workers take over, too. */
  @ParameterizedTest
  @MethodSource("names")
  void losesNoTaskWhenTasksStartStopFailAndChangeTheirRateAtRandom(String name)
      throws InterruptedException {
    Random random = new Random(3);
    AtomicInteger wrong = new AtomicInteger();
    CountDownLatch unused = new CountDownLatch(1);
    List<TaskHandle> handles = new ArrayList<>();
    Map<String, Long> ticks = new ConcurrentHashMap<>();
    TickSchedulers schedulers =
        TickSchedulers.named(name)
            .threads(5)
            .listener(tick -> ticks.merge(tick.task(), 1L, Long::sum))
            .onFailure((tick, failure) -> FailureHandler.Decision.CONTINUE);
    try (TickScheduler scheduler = schedulers.create()) {
      for (int i = 0; i < 2_000; i++) {
        int what = random.nextInt(10);
        if (what < 4 || handles.isEmpty()) {
          int longTick = random.nextInt(50);
          TickTask ordered = new OrderedTask(Integer.MAX_VALUE, wrong, unused);
          handles.add(
              scheduler.start(
                  "t" + i,
                  Rate.hz(20 + random.nextInt(500)),
                  TaskOptions.defaults().latePolicy(LatePolicy.coalesce()),
                  tick -> {
                    ordered.tick(tick);
                    if (tick.index() % 50 == longTick) {
                      LockSupport.parkNanos(2_000_000);
                      Thread.currentThread().interrupt(); // which nobody else is to see
                      throw new IllegalStateException("every 50th");
                    }
                  }));
        } else if (what < 7) {
          handles.get(random.nextInt(handles.size())).rate(Rate.hz(20 + random.nextInt(500)));
        } else {
          handles.remove(random.nextInt(handles.size())).stop();
        }
        if (i % 20 == 0) {
          LockSupport.parkNanos(5_000_000);
        }
      }
      assertEquals(handles.size(), scheduler.activeTasks());
      assertTrue(handles.stream().noneMatch(TaskHandle::isStopped));
      Map<String, Long> before = Map.copyOf(ticks);
      long deadlineNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
      List<String> lost = notTickedTwice(handles, before, ticks);
      while (!lost.isEmpty() && System.nanoTime() - deadlineNs < 0) {
        LockSupport.parkNanos(5_000_000);
        lost = notTickedTwice(handles, before, ticks);
      }
      assertEquals(List.of(), lost);
    }

    assertEquals(0, wrong.get());
    assertTrue(handles.stream().allMatch(TaskHandle::isStopped));
  }

  private static List<String> notTickedTwice(
      List<TaskHandle> handles, Map<String, Long> before, Map<String, Long> now) {
    return handles.stream()
        .map(TaskHandle::name)
        .filter(name -> now.getOrDefault(name, 0L) < before.getOrDefault(name, 0L) + 2)
        .collect(Collectors.toList());
  }

  @ParameterizedTest
  @MethodSource("names")
  void stopsTheTaskAndNothingElseWhenItsFailureHandlerThrows(String name)
      throws InterruptedException {
    CountDownLatch failed = new CountDownLatch(1);
    CountDownLatch healthy = new CountDownLatch(10);
    TickSchedulers schedulers =
        TickSchedulers.named(name)
            .threads(1)
            .onFailure(
                (tick, failure) -> {
                  failed.countDown();
                  throw new Quiet();
                });
    try (TickScheduler scheduler = schedulers.create()) {
      TaskHandle broken =
          scheduler.start(
              "broken",
              Rate.hz(500),
              tick -> {
                throw new IllegalStateException();
              });
      await(failed);
      scheduler.start("healthy", Rate.hz(500), tick -> healthy.countDown());
      await(healthy);

      assertTrue(broken.isStopped());
      assertEquals(1, scheduler.activeTasks());
    }
  }

  /** What a handler throws, without a stack trace in the build's output. */
  private static final class Quiet extends RuntimeException {
    private static final long serialVersionUID = 1;

    Quiet() {
      super("thrown by the failure handler", null, false, false);
    }
  }

  private static void await(CountDownLatch latch) throws InterruptedException {
    assertTrue(latch.await(60, TimeUnit.SECONDS), "nobody has counted the latch down in a minute");
  }

  @Test
  void reportsTheThreadSettingsOfEveryWorker() {
    TickSchedulers schedulers = TickSchedulers.named("partitioned").threads(3);
    try (TickScheduler scheduler = schedulers.create()) {
      assertEquals(
          List.of("tick-worker-0", "tick-worker-1", "tick-worker-2"),
          scheduler.threadSettings().stream()
              .map(ThreadSettingReport::thread)
              .collect(Collectors.toList()));
    }
    try (TickScheduler scheduler = TickSchedulers.named("lockless").threads(1).create()) {
      assertEquals("tick-lockless-0", scheduler.threadSettings().get(0).thread());
    }
    try (TickScheduler scheduler = schedulers.threadSettings(ThreadSettings.none()).create()) {
      assertEquals(List.of(), scheduler.threadSettings());
    }
  }

  @Test
  void asksForThePoolsThreadsWhatItIsTold() {
    TickSchedulers schedulers = TickSchedulers.named("scheduled-pool").threads(2);
    try (TickScheduler scheduler = schedulers.create()) {
      assertEquals(List.of(), scheduler.threadSettings());
    }
    schedulers.threadSettings(ThreadSettings.none().timerSlackNs(2));
    try (TickScheduler scheduler = schedulers.create()) {
      List<ThreadSettingReport> reports = scheduler.threadSettings();
      assertEquals(2, reports.size());
      assertEquals("tick-pool-1", reports.get(0).thread());
      assertEquals("2 ns", reports.get(0).asked());
    }
  }

  /** With one worker nobody takes over: what it owns it must wake up for by itself. */
  @ParameterizedTest
  @EnumSource(Waiting.class)
  void ticksWithEveryWayOfWaiting(Waiting waiting) throws InterruptedException {
    for (String name : List.of("partitioned", "lockless")) {
      CountDownLatch done = new CountDownLatch(1);
      TickSchedulers schedulers = TickSchedulers.named(name).threads(1).waiting(waiting);
      try (TickScheduler scheduler = schedulers.create()) {
        scheduler.start("t", Rate.hz(500), new OrderedTask(20, new AtomicInteger(), done));
        await(done);
      }
    }
  }

  @Test
  void onlyLocklessIsMadeAsSuchAndSpawnsUntilItIsClosed() throws InterruptedException {
    assertEquals(
        "partitioned was named; only lockless can be made by createLockless",
        assertThrows(
                IllegalStateException.class,
                () -> TickSchedulers.named("partitioned").createLockless())
            .getMessage());
    LocklessScheduler scheduler = TickSchedulers.named("lockless").createLockless();
    CountDownLatch ended = new CountDownLatch(10);
    scheduler.spawn("parent", 1_000_000, turn -> spawnChild(scheduler, ended, 9));
    await(ended);
    scheduler.close();

    assertEquals(0, scheduler.activeTasks());
    assertThrows(IllegalStateException.class, () -> scheduler.spawn("late", 1, turn -> {}));
  }

  /** A chain of tasks of one turn each, every one started by the one before. */
  private static void spawnChild(LocklessScheduler scheduler, CountDownLatch ended, int children) {
    ended.countDown();
    if (children > 0) {
      scheduler.spawn("child", 100_000, turn -> spawnChild(scheduler, ended, children - 1));
    }
  }

  @Test
  void namesTheJdkThatVirtualThreadsNeed() {
    TickSchedulers virtual = TickSchedulers.named("virtual-threads");
    if (Runtime.version().feature() >= 21) {
      virtual.create().close();
    } else {
      IllegalArgumentException e = assertThrows(IllegalArgumentException.class, virtual::create);
      assertTrue(e.getMessage().contains("needs JDK 21 or later"), e.getMessage());
    }
  }

  /** Counts ticks that come out of order, overlap, or do not see what the one before wrote. */
  private static final class OrderedTask implements TickTask {
    private final int ticks;
    private final AtomicInteger wrong;
    private final CountDownLatch done;
    private long next; // not volatile: the scheduler owes the visibility
    private boolean running;

    OrderedTask(int ticks, AtomicInteger wrong, CountDownLatch done) {
      this.ticks = ticks;
      this.wrong = wrong;
      this.done = done;
    }

    @Override
    public void tick(Tick tick) {
      if (running || tick.index() != next) {
        wrong.incrementAndGet();
      }
      running = true;
      next++;
      if (next == ticks) {
        done.countDown();
      }
      running = false;
    }
  }
}
