package dev.jitterlab.tick;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The threads of the pool, the first of which fails when it reads the clock for the first time. */
class ScheduledPoolThreadsTest {
  private static final ThreadSettings CPUS = ThreadSettings.none().cpus(0, 1, 2);

  private final List<Thread> threads = new CopyOnWriteArrayList<>();
  private final AtomicBoolean isToFail = new AtomicBoolean(true);
  private final CountDownLatch failed = new CountDownLatch(1);
  private final CountDownLatch ticked = new CountDownLatch(3);

  private TaskContext context(ThreadTimesSource times) {
    return new TaskContext(
        this::nowNs,
        tick -> {},
        (tick, failure) -> FailureHandler.Decision.STOP,
        times,
        "test",
        thread -> {
          thread.setUncaughtExceptionHandler((ended, error) -> failed.countDown());
          threads.add(thread);
        });
  }

  private TaskContext context() {
    return context(ThreadTimesSource.off("not asked for"));
  }

  private long nowNs() {
    if (threads.contains(Thread.currentThread()) && isToFail.compareAndSet(true, false)) {
      throw new OutOfMemoryError("of the test");
    }
    return System.nanoTime();
  }

  private void startAndAwaitTicks(TickScheduler scheduler) throws InterruptedException {
    scheduler.start("t", Rate.hz(500), tick -> ticked.countDown());
    assertTrue(failed.await(60, TimeUnit.SECONDS), "no thread has failed");
    assertTrue(ticked.await(60, TimeUnit.SECONDS), "the task does not tick on");
  }

  @Test
  void aThreadHasTheNumberAndTheCpuOfTheOneThatItReplaces() throws Exception {
    try (ScheduledPoolScheduler scheduler = new ScheduledPoolScheduler(context(), 2, CPUS)) {
      startAndAwaitTicks(scheduler);

      assertEquals(3, threads.size(), "one was replaced");
      assertEquals(List.of("test-pool-1 on {0}", "test-pool-2 on {1}"), asked(scheduler));
    }
  }

  @Test
  void aThreadThatCouldNotStartHasNoSettings() throws Exception {
    try (ScheduledPoolScheduler scheduler = new ScheduledPoolScheduler(context(), 1, CPUS)) {
      Thread unused = scheduler.newThread(() -> {}); // which the system refuses to start

      assertEquals(List.of("test-pool-1 on {0}"), asked(scheduler));
    }
  }

  @Test
  void aThreadThatCannotReadItsTimesTicksWithoutThem(@TempDir Path folder) throws Exception {
    Path counters = Files.writeString(folder.resolve("schedstat"), "1 2 3\n");
    TaskContext context = context(ThreadTimesSource.of(counters.toString()));
    try (ScheduledPoolScheduler scheduler = new ScheduledPoolScheduler(context, 1, CPUS)) {
      startAndAwaitTicks(scheduler);

      assertEquals(1, threads.size());
    }
  }

  @Test
  void aTaskThatIsStoppedLongBeforeItsNextTickLeavesTheQueue() {
    isToFail.set(false);
    Rate hourly = Rate.of(1, 3_600);
    try (ScheduledPoolScheduler scheduler = new ScheduledPoolScheduler(context(), 1, CPUS)) {
      TaskHandle stopped = scheduler.start("stopped", hourly, tick -> {});
      TaskHandle goesOn = scheduler.start("goes on", hourly, tick -> {});
      assertEquals(2, scheduler.waitingTasks());
      stopped.stop();
      stopped.stop();

      assertEquals(1, scheduler.waitingTasks());
      assertEquals(1, scheduler.activeTasks());
      assertFalse(goesOn.isStopped());
    }
  }

  /** So many that taking each out by a search of the queue would take longer than the limit. */
  @Test
  void closingStopsAllTasksAndLeavesNoneInTheQueue() {
    isToFail.set(false);
    Rate hourly = Rate.of(1, 3_600);
    ScheduledPoolScheduler scheduler = new ScheduledPoolScheduler(context(), 1, CPUS);
    List<TaskHandle> tasks = new ArrayList<>();
    for (int i = 0; i < 100_000; i++) {
      tasks.add(scheduler.start("t", hourly, tick -> {}));
    }

    assertTrue(scheduler.close(Duration.ofMinutes(1)));
    assertEquals(0, scheduler.waitingTasks());
    assertEquals(0, scheduler.activeTasks());
    for (TaskHandle task : tasks) {
      assertEquals(TaskEnd.Reason.CLOSED, task.end().orElseThrow().reason());
    }
  }

  /** Without end where it waits for a thread that never started. */
  private static List<String> asked(TickScheduler scheduler) throws Exception {
    return CompletableFuture.supplyAsync(scheduler::threadSettings)
        .get(60, TimeUnit.SECONDS)
        .stream()
        .map(report -> report.thread() + " on " + report.asked())
        .collect(Collectors.toList());
  }
}
