package dev.jitterlab.tick;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** A worker by itself: the order of its ticks, tasks that stop, fail or change, and its end. */
class PartitionWorkerTest extends PartitionWorkerFixture {
  @Test
  void runsTasksInTheOrderOfTheirDeadlinesAlsoAcrossTheClocksOverflow() {
    long startNs = clock.nanoTime();
    List<Long> scheduledNs = new ArrayList<>();
    start(a, "fast", 40, tick -> scheduledNs.add(tick.scheduledNs() - startNs));
    start(a, "slow", 20, tick -> scheduledNs.add(tick.scheduledNs() - startNs));
    stepUntilLogged(a, 30);

    assertEquals(20.0, (double) log.stream().filter(tick -> tick.startsWith("fast")).count(), 1);
    assertEquals(scheduledNs.stream().sorted().collect(Collectors.toList()), scheduledNs);
    assertEquals(60_000, a.load().milliHertz());
  }

  @Test
  void forgetsAStoppedTask() {
    OwnedTask task = start(a, "t", 20, tick -> {});
    stepUntilLogged(a, 1);
    task.stop();
    a.step();

    assertSame(null, a.tasks().heap().first());
    assertEquals(0, a.load().milliHertz());
    assertEquals(0, context.activeTasks());
  }

  @Test
  void keepsItsOtherTasksWhenOneEndsWithAnError() {
    start(a, "healthy", 20, tick -> {});
    OwnedTask broken =
        start(
            a,
            "broken",
            20,
            tick -> {
              throw new StackOverflowError();
            });
    assertThrows(StackOverflowError.class, () -> stepUntilLogged(a, 1));
    stepUntilLogged(a, 3);

    assertTrue(broken.isStopped());
    assertEquals(List.of("healthy0", "healthy1", "healthy2"), log);
    assertEquals(20_000, a.load().milliHertz());
  }

  @Test
  void followsAChangeOfRate() {
    List<Long> startsNs = new ArrayList<>();
    OwnedTask task = start(a, "t", 20, tick -> startsNs.add(tick.startedNs()));
    stepUntilLogged(a, 2);
    task.rate(Rate.hz(100));
    stepUntilLogged(a, 9);

    assertEquals(50 * MS, startsNs.get(2) - startsNs.get(1), "it was due already");
    assertTrue(startsNs.get(3) - startsNs.get(2) <= 10 * MS, "it moves to its place by less");
    assertEquals(50 * MS, startsNs.get(8) - startsNs.get(3));
    assertEquals(100_000, a.load().milliHertz());
    assertTrue(recorder.reanchoredTicks() >= 1);
  }

  @Test
  void stopsWhatIsAddedAfterItsEnd() {
    OwnedTask before = start(a, "before", 20, tick -> {});
    a.step();
    a.end();
    OwnedTask after = start(a, "after", 20, tick -> {});

    assertTrue(before.isStopped());
    assertTrue(after.isStopped());
    assertEquals(0, context.activeTasks());
  }

  @Test
  void stopsAnyNumberOfTasksAtItsEnd() {
    for (int i = 0; i < 20_000; i++) {
      start(a, "t", 1, tick -> {});
      if (i == 10_000) {
        a.step(); // so that half of them are in the heap
      }
    }
    a.end();

    assertEquals(0, context.activeTasks());
  }

  @Test
  void allocatesNothingInSteadyState() {
    TaskContext quiet = new TaskContext(clock, recorder, (tick, failure) -> null);
    for (int i = 0; i < 100; i++) {
      a.add(
          new OwnedTask(
              a, quiet, "t", Rate.hz(20), TaskOptions.defaults(), t -> clock.advance(20_000)));
    }
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long id = Thread.currentThread().getId();
    for (int i = 0; i < 400_000; i++) {
      a.step();
    }
    long before = threads.getThreadAllocatedBytes(id);
    for (int i = 0; i < 200_000; i++) {
      a.step();
    }
    long bytes = threads.getThreadAllocatedBytes(id) - before;

    assertTrue(bytes < 100_000, bytes + " bytes in 200,000 steps");
  }
}
