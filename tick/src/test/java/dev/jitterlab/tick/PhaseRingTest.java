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
    ring.measured(estimateNs, estimateNs);
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

  /** They share what there is, one behind the other. */
  @Test
  void tasksThatNeedMoreThanThereIsKeepTheirOrder() {
    PhaseRing ring = new PhaseRing(HZ_20, 0, MS);
    List<OwnedTask> all = ticked(75, MS);
    join(ring, all);
    ring.measured(MS, MS);
    List<Long> phases = layOut(ring, all);

    for (int i = 1; i < phases.size(); i++) {
      assertEquals(50.0 * MS / 75, phases.get(i) - phases.get(i - 1), 10, "slot " + i);
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
    List<OwnedTask> tasks = new ArrayList<>(ticked(18, 100_000));
    tasks.add(ticked(120_000));
    tasks.add(ticked(280_000));
    join(ring, tasks);
    for (int i = 0; i < 3_000; i++) {
      ring.measured(110_000, 110_000);
    }
    layOut(ring, tasks);

    assertEquals(110_000 * 1.02, tasks.get(0).slotNs, 1);
    assertEquals(110_000 * 1.02, tasks.get(18).slotNs, 1);
    assertEquals(280_000 * 1.02, tasks.get(19).slotNs, 10);
  }

  /** A stall makes the tick of one task long, and is no reason to give it more time. */
  @Test
  void givesNoLongerSlotToATaskThatStoodStillOnce() {
    PhaseRing ring = new PhaseRing(HZ_20, 0, 100_000);
    List<OwnedTask> tasks = ticked(10, 100_000);
    join(ring, tasks);
    tasks.get(3).learn(5 * MS);
    ring.measured(100_000, 100_000);
    layOut(ring, tasks);

    assertEquals(102_000, tasks.get(3).slotNs);
  }

  /** Else tasks of unlike length would get new slots for ever. */
  @Test
  void whatATaskUsuallyTakesHardlyChangesWithTicksThatVary() {
    OwnedTask task = ticked(100_000);
    Random random = new Random(7);
    double offNs = 0;
    for (int i = 0; i < 2_000; i++) {
      tick(task, 1, 50_000L + random.nextInt(100_000));
      offNs += i < 1_000 ? 0 : Math.abs(task.usualNs() - 100_000);
    }

    assertTrue(offNs / 1_000 < 5_000, offNs / 1_000 + " ns from the median, on average");
  }

  @Test
  void findsSoonWhatATaskTakesThatHasChanged() {
    OwnedTask task = ticked(100_000);
    tick(task, 1_000, 100_000);
    tick(task, 100, 3 * MS);

    assertEquals(3.0 * MS, task.usualNs(), 0.1 * 3 * MS);
  }

  private static void tick(OwnedTask task, int ticks, long busyNs) {
    TickThread thread = new TickThread();
    for (int i = 0; i < ticks; i++) {
      assertTrue(task.runTick(thread));
      task.learn(busyNs);
    }
  }

  private static boolean isLayoutDue(PhaseRing ring, List<OwnedTask> tasks) {
    return ring.isCheckDue() && ring.isLayoutDue(tasks);
  }

  @Test
  void asksForANewLayoutOnlyWhenTheExecutionsHaveChanged() {
    PhaseRing ring = new PhaseRing(HZ_20, 0, 100_000);
    List<OwnedTask> tasks = ticked(1, 200_000);
    join(ring, tasks);
    for (int i = 0; i < 31; i++) {
      ring.measured(200_000, 200_000);
      assertFalse(isLayoutDue(ring, tasks));
    }
    ring.measured(200_000, 200_000);
    assertTrue(isLayoutDue(ring, tasks));
    layOut(ring, tasks);
    for (int i = 0; i < 1_000; i++) {
      ring.measured(220_000, 220_000);
      assertFalse(isLayoutDue(ring, tasks), "10 % more still fits");
    }
  }

  @Test
  void doesNotMindThatTicksWithoutAnythingToDoVary() {
    PhaseRing ring = new PhaseRing(HZ_20, 0, 300);
    List<OwnedTask> tasks = ticked(1, 300);
    join(ring, tasks);
    for (int i = 0; i < 1_000; i++) {
      ring.measured(1_000, 1_000);
      assertFalse(isLayoutDue(ring, tasks));
    }
  }

  private static int checks(PhaseRing ring, int ticks, long busyNs) {
    int checks = 0;
    for (int i = 0; i < ticks; i++) {
      ring.measured(busyNs, busyNs);
      checks += ring.isCheckDue() ? 1 : 0;
    }
    return checks;
  }

  @Test
  void checksSoonWhenTicksHaveGrown() {
    PhaseRing ring = new PhaseRing(HZ_20, 0, 100_000);
    join(ring, ticked(1, 100_000));

    assertEquals(7, checks(ring, 5_000, 100_000), "at 32, 96, 224, 480, 992, 2,016 and 4,064");
    assertEquals(1, checks(ring, 100, 200_000), "the mean is 0.3 longer after 92 ticks");
  }

  private static int checksBesideABattle(PhaseRing ring, int rounds, long battleNs) {
    int checks = 0;
    for (int i = 0; i < rounds; i++) {
      checks += checks(ring, 99, 10_000) + checks(ring, 1, battleNs);
    }
    return checks;
  }

  /** The battle adds nine tenths of the mean: 123 µs after each of its ticks, 98 µs before. */
  @Test
  void checksSoonOnlyIfGrowthLastsForARound() {
    PhaseRing ring = new PhaseRing(HZ_20, 0, 100_000);
    join(ring, ticked(100, 10_000));

    assertEquals(5, checksBesideABattle(ring, 400, 10 * MS), "the last one at 31,744: 111 µs");
    assertEquals(0, checksBesideABattle(ring, 1, 22 * MS), "153 µs, for some ticks");
    assertEquals(0, checksBesideABattle(ring, 1, 10 * MS), "121 µs before its tick");
    assertEquals(1, checksBesideABattle(ring, 9, 22 * MS), "136, then 151 µs before its tick");
  }

  /** A check may find that the slots still fit: shorter tasks may have left. */
  @Test
  void checksLessOftenAgainAlsoWithoutANewLayout() {
    PhaseRing ring = new PhaseRing(HZ_20, 0, 100_000);
    join(ring, ticked(1, 100_000));
    assertTrue(checks(ring, 20_000, 200_000) > 0);
    int checks = checks(ring, 20_480, 200_000);

    assertEquals(10, checks, "each 2,048 ticks");
  }

  @Test
  void isNotMisledByOneLongPause() {
    PhaseRing ring = new PhaseRing(HZ_20, 0, 100_000);
    List<OwnedTask> tasks = ticked(1, 100_000);
    join(ring, tasks);
    for (int i = 0; i < 32; i++) {
      ring.measured(i == 20 ? 500 * MS : 100_000, 100_000);
    }

    assertTrue(ring.isCheckDue());
    assertFalse(ring.isLayoutDue(tasks));
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
    for (int i = 0; i < 200; i++) {
      rings.measured(tasks.get(0), MS, MS, heap);
    }
    rings.follow(elsewhere, 0);
    tasks.sort(Comparator.comparingLong(task -> task.phaseNs));

    for (int i = 1; i < 4; i++) {
      long apartNs = tasks.get(i).phaseNs - tasks.get(i - 1).phaseNs;
      assertTrue(apartNs >= MS, i + " follows after " + apartNs + " ns");
    }
  }
}
