package dev.jitterlab.tick;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jitterlab.tick.recording.TickHistograms;
import dev.jitterlab.tick.recording.TickMetric;
import dev.jitterlab.tick.recording.TickRecorder;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;

class PhaseRingTest {
  private static final long MS = 1_000_000;
  private static final Rate HZ_20 = Rate.hz(20);

  private static OwnedTask ticked(long busyNs) {
    TaskContext context = new TaskContext(() -> 0, tick -> {}, (tick, failure) -> null);
    OwnedTask task = new OwnedTask(null, context, "t", HZ_20, TaskOptions.defaults(), tick -> {});
    assertTrue(task.runTick(new TickThread()));
    task.learn(busyNs);
    return task;
  }

  private static List<OwnedTask> ticked(int tasks, long busyNs) {
    List<OwnedTask> all = new ArrayList<>();
    for (int i = 0; i < tasks; i++) {
      all.add(ticked(busyNs));
    }
    return all;
  }

  private static void join(PhaseRing ring, List<OwnedTask> tasks) {
    for (OwnedTask task : tasks) {
      task.slotNs = ring.slotNs(task);
      task.phaseNs = ring.join(task.slotNs);
    }
  }

  private static List<Long> layOut(PhaseRing ring, List<OwnedTask> tasks) {
    List<Long> phases = new ArrayList<>();
    ring.restart(tasks);
    for (OwnedTask task : tasks) {
      task.slotNs = ring.slotNs(task);
      phases.add(ring.nextSlot(task.slotNs));
    }
    return phases;
  }

  @Property
  void givesEveryTaskATimeOfItsOwnAsLongAsThereIsTime(
      @ForAll @IntRange(min = 1, max = 300) int tasks,
      @ForAll @LongRange(min = 2_000, max = 1 * MS) long estimateNs) {
    PhaseRing ring = new PhaseRing(HZ_20, 0, estimateNs);
    List<OwnedTask> all = ticked(tasks, estimateNs);
    join(ring, all);
    long lastNs = -estimateNs;
    boolean fits = tasks * estimateNs * 1.02 < 50 * MS;
    Set<Long> phases = new HashSet<>();
    for (long phaseNs : layOut(ring, all)) {
      assertTrue(phaseNs >= 0 && phaseNs < 50 * MS, phaseNs + " ns");
      assertTrue(!fits || phaseNs - lastNs >= estimateNs, phaseNs + " after " + lastNs);
      assertTrue(phases.add(phaseNs));
      lastNs = phaseNs;
    }
  }

  @Test
  void takesABreakAfterABatch() {
    PhaseRing ring = new PhaseRing(HZ_20, 0, 500_000);
    List<OwnedTask> tasks = ticked(3, 500_000);
    join(ring, tasks);

    assertEquals(510_000, tasks.get(1).phaseNs);
    assertEquals(2 * 510_000 + PhaseRing.BREAK_NS, tasks.get(2).phaseNs);
  }

  @Test
  void givesTheSlotOfATaskThatLeftToTheNextThatFits() {
    PhaseRing ring = new PhaseRing(HZ_20, 0, 0);
    long unused = ring.join(1_000);
    long second = ring.join(1_000);
    long third = ring.join(1_000);
    ring.leave(second, 1_000, ring.layout());

    assertTrue(ring.join(1_001) > third, "too long for the hole");
    assertEquals(second, ring.join(1_000));
  }

  /** What a few ticks of a task took beside the others is chance. */
  @Test
  void givesSlotsOfTheirOwnOnlyToTasksThatDiffer() {
    PhaseRing ring = new PhaseRing(HZ_20, 0, 100_000);

    assertEquals(102_000, ring.slotNs(ticked(120_000)));
    assertEquals(102_000, ring.slotNs(ticked(80_000)));
    assertEquals(306_000, ring.slotNs(ticked(300_000)), 1);
    assertEquals(10_200, ring.slotNs(ticked(10_000)), 1);
  }

  private static boolean isLayoutDue(PhaseRing ring, List<OwnedTask> tasks) {
    int ticks = 1;
    while (!ring.isCheckDue()) {
      ticks++;
    }
    assertTrue(ticks >= 32, ticks + " ticks");
    return ring.isLayoutDue(tasks);
  }

  @Test
  void asksForANewLayoutOnlyWhenTheExecutionsHaveChanged() {
    PhaseRing ring = new PhaseRing(HZ_20, 0, 100_000);
    OwnedTask task = ticked(0);
    List<OwnedTask> tasks = List.of(task);
    task.slotNs = 102_000;
    long unused = ring.join(task.slotNs);
    for (int i = 0; i < 100; i++) {
      task.learn(200_000);
    }
    assertFalse(isLayoutDue(ring, tasks), "a stall may have made its last tick long");
    assertTrue(isLayoutDue(ring, tasks));
    layOut(ring, tasks);
    for (int i = 0; i < 100; i++) {
      task.learn(219_000);
    }
    for (int i = 0; i < 4; i++) {
      assertFalse(isLayoutDue(ring, tasks), "not yet 10 % more still fits");
    }
  }

  @Test
  void doesNotMindThatTicksWithoutAnythingToDoVary() {
    PhaseRing ring = new PhaseRing(HZ_20, 0, 300);
    OwnedTask task = ticked(300);
    join(ring, List.of(task));
    for (int i = 0; i < 8; i++) {
      task.learn(1_000);
      assertFalse(isLayoutDue(ring, List.of(task)));
    }
  }

  @Test
  void isNotMisledByOneLongPause() {
    PhaseRing ring = new PhaseRing(HZ_20, 0, 100_000);
    OwnedTask task = ticked(100_000);
    join(ring, List.of(task));
    task.learn(500 * MS);
    assertFalse(isLayoutDue(ring, List.of(task)));
    for (int i = 0; i < 32; i++) {
      task.learn(100_000);
    }

    assertFalse(isLayoutDue(ring, List.of(task)));
  }

  @Property
  void findsTheNextTimeOfAPhase(
      @ForAll @IntRange(min = 1, max = 1000) int hertz,
      @ForAll long anchorNs,
      @ForAll @LongRange(min = 0, max = 1_000_000_000_000_000L) long elapsedNs) {
    Rate rate = Rate.hz(hertz);
    PhaseRing ring = new PhaseRing(rate, anchorNs, 0);
    long phaseNs = elapsedNs % rate.periodNs();
    long timeNs = ring.timeOf(phaseNs, anchorNs + elapsedNs);

    assertTrue(timeNs - (anchorNs + elapsedNs) >= 0);
    assertTrue(timeNs - (anchorNs + elapsedNs) <= rate.periodNs());
    long index = rate.indexAt(timeNs - anchorNs - phaseNs);
    assertEquals(timeNs - anchorNs - phaseNs, rate.offsetNs(index), "on the exact schedule");
  }

  /** 250 tasks of 20 Hz and 140 ± 14 µs on one worker, sleeps that end 20 to 60 µs late. */
  @Test
  void keepsManyTasksOnTimeWithFewWakesAndLittleSpinning() {
    ManualClock clock = new ManualClock(0);
    FakeParker parker = new FakeParker(clock);
    Random random = new Random(7);
    TickRecorder recorder = new TickRecorder();
    SpinBudget budget = new SpinBudget(SpinBudget.DEFAULT_SHARE / 2, 0); // one of two workers
    PartitionWorker worker =
        new PartitionWorker(clock, new Waiter(Waiting.PARK_SPIN, clock, parker, budget), () -> {});
    TaskContext context = new TaskContext(clock, recorder, (tick, failure) -> null);
    for (int i = 0; i < 250; i++) {
      worker.add(
          new OwnedTask(
              worker,
              context,
              "t",
              HZ_20,
              TaskOptions.defaults(),
              tick -> clock.advance(140_000 + (long) (14_000 * random.nextGaussian()))));
    }
    run(worker, clock, parker, random, 20_000 * MS);
    TickHistograms after = recorder.subscribe();
    long parks = parker.parks;
    long spunNs = budget.spunNs();
    run(worker, clock, parker, random, 40_000 * MS);

    after.read(
        histograms -> {
          long p99Ns = histograms.get(TickMetric.DRIFT).getValueAtPercentile(99);
          assertTrue(p99Ns < 100_000, p99Ns + " ns of drift");
          assertEquals(100_000.0, (double) histograms.get(TickMetric.DRIFT).getTotalCount(), 500);
        });
    double wakesPerTick = (parker.parks - parks) / 100_000.0;
    assertTrue(wakesPerTick < 0.2, wakesPerTick + " wakes a tick");
    double share = (budget.spunNs() - spunNs) / (20_000.0 * MS);
    assertTrue(share < 0.0151, share + " of a core spun");
    assertTrue(recorder.reanchoredTicks() <= 500, recorder.reanchoredTicks() + " moves");
  }

  private static void run(
      PartitionWorker worker, ManualClock clock, FakeParker parker, Random random, long untilNs) {
    while (clock.nanoTime() < untilNs) {
      parker.overshootNs = 20_000L + random.nextInt(40_000);
      worker.step();
    }
  }

  /** A task that another worker runs is not in the heap when the others get new phases. */
  @Test
  void givesANewPhaseAlsoToATaskThatWasElsewhere() {
    ManualClock clock = new ManualClock(0);
    TaskContext context = new TaskContext(clock, tick -> {}, (tick, failure) -> null);
    DeadlineHeap heap = new DeadlineHeap();
    PhaseRings rings = new PhaseRings();
    List<OwnedTask> tasks = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      OwnedTask task = new OwnedTask(null, context, "t", HZ_20, TaskOptions.defaults(), tick -> {});
      assertTrue(task.runTick(new TickThread()));
      task.learn(MS);
      tasks.add(task);
      rings.follow(task, 0);
      heap.put(task, task.nextReadyNs());
    }
    OwnedTask elsewhere = tasks.get(2);
    heap.remove(elsewhere);
    for (int i = 0; i < 400; i++) {
      rings.measured(tasks.get(0), MS, heap);
    }
    rings.follow(elsewhere, 0);
    tasks.sort(Comparator.comparingLong(task -> task.phaseNs));

    for (int i = 1; i < 4; i++) {
      long apartNs = tasks.get(i).phaseNs - tasks.get(i - 1).phaseNs;
      assertTrue(apartNs >= MS, i + " follows after " + apartNs + " ns");
    }
  }
}
