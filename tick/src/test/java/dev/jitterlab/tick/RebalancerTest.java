package dev.jitterlab.tick;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Two workers, stepped by one thread and a manual clock; one begins with all the tasks. */
class LoadBalanceTest {
  private static final long MS = 1_000_000;
  private static final Rate HZ_20 = Rate.hz(20);

  private final ManualClock clock = new ManualClock(Long.MAX_VALUE - 700 * MS);
  private final FakeParker parker = new FakeParker(clock);
  private final Map<String, Long> periods = new HashMap<>();
  private final TaskContext context =
      new TaskContext(
          clock,
          tick -> periods.merge(tick.task(), 1 + tick.missedPeriods(), Long::sum),
          (tick, failure) -> FailureHandler.Decision.STOP);
  private final PartitionWorker full = worker();
  private final PartitionWorker idle = worker();
  private final List<OwnedTask> tasks = new ArrayList<>();

  private PartitionWorker worker() {
    Waiter waiter = new Waiter(Waiting.PARK, clock, parker, new SpinBudget(0, clock.nanoTime()));
    return new PartitionWorker(clock, waiter, () -> {});
  }

  private void startTen(long executionNs) {
    full.others(List.of(full, idle));
    idle.others(List.of(full, idle));
    for (int i = 0; i < 10; i++) {
      OwnedTask task =
          new OwnedTask(
              full,
              context,
              "t" + i,
              HZ_20,
              TaskOptions.defaults(),
              tick -> clock.advance(executionNs));
      tasks.add(task);
      full.add(task);
    }
  }

  private void stepFor(PartitionWorker worker, long ns) {
    long endNs = clock.nanoTime() + ns;
    while (clock.nanoTime() - endNs < 0) {
      worker.step();
    }
  }

  private long tasksOf(PartitionWorker worker) {
    return tasks.stream().filter(task -> task.owner() == worker).count();
  }

  @Test
  void givesHalfOfTheDifferenceAway() {
    startTen(MS);
    stepFor(full, Rebalancer.EVERY_NS - 50 * MS);
    assertEquals(10, tasksOf(full), "not before it was measured");
    stepFor(full, 150 * MS);

    assertTrue(tasksOf(idle) == 4 || tasksOf(idle) == 5, "gave away " + tasksOf(idle));
    assertEquals(20_000 * tasksOf(idle), idle.milliHertz());
    assertEquals(20_000 * tasksOf(full), full.milliHertz());
  }

  @Test
  void losesNoPeriodOnTheWay() {
    startTen(MS);
    long startNs = clock.nanoTime();
    stepFor(full, Rebalancer.EVERY_NS + 100 * MS);
    stepFor(idle, 100 * MS);
    stepFor(full, 20 * MS);

    long most = HZ_20.indexAt(clock.nanoTime() - startNs) + 1;
    assertTrue(tasksOf(idle) > 0);
    for (OwnedTask task : tasks) {
      assertTrue(periods.get(task.name()) >= most - 3, task.name() + " " + periods);
      assertTrue(periods.get(task.name()) <= most, task.name() + " " + periods);
    }
  }

  @Test
  void leavesASmallDifferenceAlone() {
    startTen(MS / 5);
    stepFor(full, 3 * Rebalancer.EVERY_NS);

    assertEquals(10, tasksOf(full));
  }

  @Test
  void keepsATaskThatWouldOnlyMoveTheLoad() {
    startTen(0);
    for (OwnedTask task : tasks.subList(1, 10)) {
      task.stop();
    }
    OwnedTask heavy =
        new OwnedTask(
            full, context, "heavy", HZ_20, TaskOptions.defaults(), tick -> clock.advance(20 * MS));
    full.add(heavy);
    stepFor(full, 3 * Rebalancer.EVERY_NS);

    assertEquals(full, heavy.owner());
  }
}
