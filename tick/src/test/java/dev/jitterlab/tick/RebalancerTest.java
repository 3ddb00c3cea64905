package dev.jitterlab.tick;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Two workers, stepped by one thread and a manual clock; one begins with all the tasks. */
class RebalancerTest {
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
    Lookouts lookouts = new Lookouts();
    full.others(List.of(full, idle), lookouts);
    idle.others(List.of(full, idle), lookouts);
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
    assertEquals(20_000 * tasksOf(idle), idle.load().milliHertz());
    assertEquals(20_000 * tasksOf(full), full.load().milliHertz());
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
  void givesNothingToAWorkerThatHasEnded() {
    PartitionWorker ended = worker();
    ended.end();
    startTen(MS);
    full.others(List.of(full, idle, ended), new Lookouts());
    stepFor(full, Rebalancer.EVERY_NS + 100 * MS);

    assertTrue(tasksOf(idle) == 4 || tasksOf(idle) == 5, "gave away " + tasksOf(idle));
    assertEquals(10 - tasksOf(idle), tasksOf(full));
    assertEquals(10, context.activeTasks());
    assertEquals(0, ended.load().milliHertz());
  }

  @Test
  void takesBackWhatItHasPromisedOfTasksThatAreStopped() {
    startTen(MS);
    while (tasksOf(idle) < 1) {
      full.step();
    }
    tasks.forEach(OwnedTask::stop);
    full.takeIn();
    idle.takeIn();

    assertEquals(0, full.load().cores(), 1e-9);
    assertEquals(0, idle.load().cores(), 1e-9);
  }

  /** The end comes while its last tick runs, and the second is over. */
  @Test
  void comparesNothingOnceItsWorkerHasEnded() {
    boolean[] closing = {false};
    PartitionWorker[] last = new PartitionWorker[1];
    Waiter waiter = new Waiter(Waiting.PARK, clock, parker, new SpinBudget(0, clock.nanoTime()));
    last[0] =
        new PartitionWorker(
            clock,
            waiter,
            () -> {
              if (closing[0]) {
                last[0].step(); // meanwhile, on its thread
              }
            });
    OwnedTask task =
        new OwnedTask(last[0], context, "t", HZ_20, TaskOptions.defaults(), tick -> {});
    last[0].add(task);
    clock.advance(Rebalancer.EVERY_NS);
    closing[0] = true;
    last[0].end();

    assertEquals(1, periods.size(), "it ticked");
    assertEquals(TaskEnd.Reason.CLOSED, task.end().orElseThrow().reason());
  }

  /** Eight workers at the same time, each by a clock of its own; one has nothing to do. */
  @Test
  void oneIdleWorkerOfEightGetsItsShareAndNoMore() {
    Machine machine = new Machine(8);
    for (int i = 0; i < 7 * 10; i++) {
      machine.start(i % 7, HZ_20, 5 * MS / 2); // half of a core each
    }
    double highest = 0;
    while (machine.elapsedNs() < 10 * Rebalancer.EVERY_NS) {
      machine.step();
      highest = Math.max(highest, machine.workers.get(7).load().cores());
    }

    assertTrue(highest <= 0.55, "the idle one got " + highest + " cores");
    for (PartitionWorker one : machine.workers) {
      assertEquals(3.5 / 8, one.load().cores(), 0.1);
    }
  }

  @Test
  void everyIdleWorkerOfEightGetsSomething() {
    Machine machine = new Machine(8);
    for (int i = 0; i < 2 * 30; i++) {
      machine.start(i % 2, HZ_20, MS); // 0.6 of a core each
    }
    while (machine.elapsedNs() < 10 * Rebalancer.EVERY_NS) {
      machine.step();
    }

    for (PartitionWorker one : machine.workers) {
      assertEquals(1.2 / 8, one.load().cores(), 0.1);
    }
  }

  /** One of 1,000 ticks a second takes half of a core, the others a hundredth. */
  @Test
  void seesARareHeavyTask() {
    Machine machine = new Machine(2);
    for (int i = 0; i < 50; i++) {
      machine.start(0, HZ_20, 10_000);
    }
    while (machine.elapsedNs() < Rebalancer.EVERY_NS) {
      machine.step();
    }
    OwnedTask heavy = machine.start(0, Rate.hz(1), 500 * MS);
    while (machine.elapsedNs() < 5 * Rebalancer.EVERY_NS) {
      machine.step();
    }
    PartitionWorker home = heavy.owner();

    assertEquals(0.5, home.load().cores(), 0.05);
    assertTrue(home != PartitionedScheduler.leastLoaded(machine.workers));
  }

  @Test
  void onePauseOfTheJvmMovesNoLoad() {
    Machine machine = new Machine(2);
    for (int i = 0; i < 10; i++) {
      machine.start(i % 2, HZ_20, MS);
    }
    machine.pauseOnceNs = 300 * MS;
    double highest = 0;
    while (machine.elapsedNs() < 3 * Rebalancer.EVERY_NS) {
      machine.step();
      highest = Math.max(highest, machine.workers.get(0).load().cores());
    }

    assertEquals(0, machine.pauseOnceNs, "there was one");
    assertTrue(highest < 0.13, "of 0.1: " + highest);
  }

  /** Workers that run at the same time: the one that is furthest behind makes the next step. */
  private static final class Machine {
    final List<PartitionWorker> workers = new ArrayList<>();
    private final long startNs = Long.MAX_VALUE - 3_000 * MS;
    private final long[] nowNs;
    private int running;
    long pauseOnceNs;
    private final TaskContext context =
        new TaskContext(this::nowNs, tick -> {}, (tick, failure) -> FailureHandler.Decision.STOP);

    Machine(int count) {
      nowNs = new long[count];
      Parker parker =
          new Parker() {
            @Override
            public void park(long ns) {
              nowNs[running] += Math.min(ns, MS); // looks again: others may have given it a task
            }

            @Override
            public void spin() {
              throw new AssertionError("spins");
            }
          };
      for (int i = 0; i < count; i++) {
        nowNs[i] = startNs + i * MS / 10;
        running = i;
        Waiter waiter = new Waiter(Waiting.PARK, this::nowNs, parker, new SpinBudget(0, startNs));
        boolean[] up = new boolean[1];
        workers.add(new PartitionWorker(this::nowNs, waiter, () -> up[0] = true));
      }
      Lookouts lookouts = new Lookouts();
      workers.forEach(worker -> worker.others(workers, lookouts));
    }

    private long nowNs() {
      return nowNs[running];
    }

    OwnedTask start(int worker, Rate rate, long executionNs) {
      running = worker;
      OwnedTask task =
          new OwnedTask(
              workers.get(worker),
              context,
              "t",
              rate,
              TaskOptions.defaults(),
              tick -> {
                nowNs[running] += executionNs + (tick.index() == 30 ? pauseOnceNs : 0);
                pauseOnceNs = tick.index() == 30 ? 0 : pauseOnceNs;
              });
      workers.get(worker).add(task);
      return task;
    }

    long elapsedNs() {
      return nowNs[running] - startNs;
    }

    void step() {
      running = 0;
      for (int i = 1; i < nowNs.length; i++) {
        if (nowNs[i] - nowNs[running] < 0) {
          running = i;
        }
      }
      workers.get(running).step();
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
